import type { Language } from './fact-paths.ts'
import { type FindNames, type SourceFile, withCallStart } from './source-file.ts'

const methods = 'get|post|put|patch|delete|head|options|all|any'

/** Where HTTP routes are declared; a call of a client looks alike, so only receivers that serve are accepted. */
const routePatterns: Partial<Record<Language, RegExp[]>> = {
  csharp: [/\bMap(?:Get|Post|Put|Patch|Delete|Methods)\(\s*"(\/[^"\s]{1,100})"/],
  go: [
    /\b(?:mux|router|r|e|g|group|api|v\d|http)\.(?:HandleFunc|Handle|GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete|Path|PathPrefix)\(\s*"(?:[A-Z]{3,7} )?(\/[^"\s]{1,100})"/,
  ],
  java: [
    /@(?:Get|Post|Put|Patch|Delete|Request)Mapping\(\s*(?:(?:value|path)\s*=\s*)?\{?"(\/[^"\s]{1,100})"/,
  ],
  javascript: [
    new RegExp(
      String.raw`\b(?:app|router|fastify|\w{1,30}Router)\.(?:${methods})\(\s*['"\x60](\/[^'"\x60\s]{1,100})['"\x60]`,
    ),
  ],
  kotlin: [/@(?:Get|Post|Put|Patch|Delete|Request)Mapping\(\s*\[?"(\/[^"\s]{1,100})"/],
  php: [
    new RegExp(String.raw`\bRoute::(?:${methods})\(\s*'(\/[^'\s]{1,100})'`),
    /#\[Route\(\s*(?:path:\s*)?'(\/[^'\s]{1,100})'/,
  ],
  python: [
    new RegExp(
      String.raw`@(?:app|router|bp|blueprint|api|\w{1,30}_(?:router|bp|blueprint))\.(?:route|websocket|${methods})\(\s*["'](\/[^"'\s]{1,100})["']`,
    ),
  ],
  ruby: [new RegExp(String.raw`^\s*(?:${methods}) ['"](\/[^'"\s]{1,100})['"](?:,| do\b| =>)`)],
  rust: [/\.route\(\s*"(\/[^"\s]{1,100})"/, /#\[(?:get|post|put|patch|delete|head)\("(\/[^"\s]{1,100})"/],
}

/** Finds the HTTP routes that a line declares. */
export const findRoutes: FindNames = (file, index) => {
  const line = file.lines[index]!
  const patterns = line.includes('/') ? routePatterns[base(file)] : undefined
  if (!patterns) return []
  const call = withCallStart(file, index)
  for (const pattern of patterns) {
    const name = pattern.exec(call)?.[1]
    // A template with code in it is not the route itself.
    if (name !== undefined && !/[$*()\\]/.test(name)) return [{ kind: 'route', name }]
  }
  return []
}

const metricName = '([a-z][a-z0-9]{1,40}(?:[_.][a-z0-9]{1,40}){1,12})'

const metricPatterns: Partial<Record<Language, RegExp[]>> = {
  go: [
    new RegExp(String.raw`\bprometheus\.NewDesc\(\s*"${metricName}"`),
    new RegExp(
      String.raw`\b(?:Int64|Float64)(?:Observable)?(?:Counter|Gauge|Histogram|UpDownCounter)\(\s*"${metricName}"`,
    ),
  ],
  java: [new RegExp(String.raw`\b(?:Counter|Gauge|Timer|DistributionSummary)\.builder\(\s*"${metricName}"`)],
  javascript: [
    new RegExp(String.raw`\bcreate(?:Counter|Gauge|Histogram|UpDownCounter)\(\s*['"]${metricName}['"]`),
  ],
  python: [
    /\b(?:Counter|Gauge|Histogram|Summary)\(\s*["']([a-z][a-z0-9]{1,40}(?:_[a-z0-9]{1,40}){1,12})["']\s*,/,
    new RegExp(
      String.raw`\bcreate_(?:counter|gauge|histogram|up_down_counter)\(\s*(?:name\s*=\s*)?["']${metricName}["']`,
    ),
  ],
  rust: [new RegExp(String.raw`\b(?:counter|gauge|histogram|register_\w{1,40})!\(\s*"${metricName}"`)],
}

/** Finds the metrics that a line declares. */
export const findMetrics: FindNames = (file, index) => {
  const line = file.lines[index]!
  if (!line.includes('"') && !line.includes("'")) return []
  const call = withCallStart(file, index)
  for (const pattern of metricPatterns[base(file)] ?? []) {
    const name = pattern.exec(call)?.[1]
    if (name !== undefined) return [{ kind: 'metric', name }]
  }
  return metricInOptions(file, index, line)
}

const nameField = new RegExp(String.raw`^\s*[nN]ame:\s*["']${metricName}["'],?$`)

/** The `Name` of Prometheus options. A namespace or subsystem beside it would be part of the real name. */
function metricInOptions(
  { lines, language }: SourceFile,
  index: number,
  line: string,
): ReturnType<FindNames> {
  const name = nameField.exec(line)?.[1]
  if (name === undefined) return []
  const around = lines.slice(Math.max(0, index - 3), index + 4).join('\n')
  if (/\b(?:namespace|subsystem):/i.test(around)) return []
  const isMetric =
    language === 'go'
      ? /(?:Counter|Gauge|Histogram|Summary)Opts\{/.test(around)
      : /\bnew (?:\w{1,30}\.)?(?:Counter|Gauge|Histogram|Summary)\(\{/.test(around)
  return isMetric ? [{ kind: 'metric', name }] : []
}

function base({ language }: SourceFile): Language {
  return language === 'typescript' ? 'javascript' : language
}
