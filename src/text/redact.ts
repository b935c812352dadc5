import { redactedMark } from './mask-secrets.ts'

/** A kind of secret. The first group of its pattern is kept, so that readers see what was redacted. */
interface SecretKind {
  name: string
  pattern: RegExp
  isSecret: (value: string) => boolean
}

const always = () => true
const isNotPlaceholder = (value: string) => !isPlaceholder(value)

// After a known prefix, a name in lower-case letters is not a secret: xoxb-token-support.
const looksGenerated = (value: string) =>
  (/\d|[A-Za-z]{30}/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value))) && !isPlaceholder(value)

/** A secret that its own characters identify, usually a prefix, and that does not start inside a word. */
function byFormat(
  name: string,
  pattern: RegExp,
  isSecret: SecretKind['isSecret'] = looksGenerated,
): SecretKind {
  return { name, pattern: new RegExp(`(?<![A-Za-z0-9])(?:${pattern.source})`, 'g'), isSecret }
}

const keyBegin = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
const keyEnd = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
// Headers such as Proc-Type: 4,ENCRYPTED come between the first line and the key.
const keyHeaders = '(?:\\s{1,4}[A-Z][A-Za-z-]{2,20}: [^\\n]{1,100}){0,4}'

const privateKeys: SecretKind[] = [
  {
    name: 'private key',
    pattern: new RegExp(`${keyBegin}(?:(?!-----)[^]){0,16000}${keyEnd}`, 'g'),
    isSecret: always,
  },
  {
    // A message may contain only the beginning of a key, for example when it is cut.
    name: 'beginning of a private key',
    pattern: new RegExp(
      `${keyBegin}${keyHeaders}(?:(?:\\s|\\\\[nr]|[>|#*"',+-]){1,8}[A-Za-z0-9+/=]{16,}){1,500}`,
      'g',
    ),
    isSecret: always,
  },
]

const knownFormats: SecretKind[] = [
  byFormat('GitHub', /(?:gh[oprsu]_|github_pat_)\w{20,}/),
  byFormat('GitLab', /(?:gl(?:pat|dt|rtr?|ptt|cbt|oas|soat|ft|imt|agent|ffct|wt)-|GR1348941)[\w.-]{15,}\w/),
  byFormat('Bitbucket and Atlassian', /(?:ATBB|AT[AC]TT3)[\w=-]{20,}/),
  byFormat('OpenAI, Anthropic, OpenRouter', /sk-[\w-]{20,}/, (key) => /\d/.test(key) && looksRandom(key)),
  byFormat('Groq, xAI, Replicate, Perplexity', /(?:gsk_|xai-|r8_|pplx-)[A-Za-z0-9]{24,}/),
  byFormat('Hugging Face', /(?:hf_|api_org_)[A-Za-z0-9]{24,}/),
  byFormat('Cerebras, NVIDIA, Tavily, LangSmith', /(?:csk-|nvapi-|tvly-|lsv2_[ps]t_)[\w-]{20,}/),
  byFormat('Google', /(?:AIza|GOCSPX-|ya29\.)[\w-]{20,}/),
  byFormat(
    'AWS, both halves',
    /A[KS]IA[A-Z2-7]{16}[\s:/,|"']{1,4}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/,
    always,
  ),
  byFormat('AWS', /A[KS]IA[A-Z2-7]{16}(?![A-Za-z0-9])/, always),
  byFormat('Slack', /(?:xox[abeoprs]|xapp)-[\w-]{10,}/),
  byFormat('Stripe', /[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,}/),
  byFormat('npm, PyPI, RubyGems', /npm_[A-Za-z0-9]{30,}|pypi-[\w-]{40,}|rubygems_[A-Za-z0-9]{32,}/),
  byFormat('Docker', /dckr_[a-z]{3}_[\w-]{20,}/),
  byFormat('SendGrid', /SG\.[\w-]{16,64}\.[\w-]{16,}/),
  byFormat('Twilio', /SK[0-9a-f]{32}(?![A-Za-z0-9])/),
  // Telegram URLs contain bot1234567890:AA…, so a letter may precede it.
  { name: 'Telegram', pattern: /(?<!\d)\d{8,10}:AA[\w-]{30,}/g, isSecret: looksRandom },
  byFormat('Discord', /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/),
  byFormat('Shopify', /shp[a-z]{2}_[A-Za-z0-9]{32,}/),
  byFormat('DigitalOcean', /do[oprt]_v1_[A-Za-z0-9]{40,}/),
  byFormat('Databricks', /dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])/),
  byFormat('Vault', /hv[bsr]\.[\w-]{20,}/),
  byFormat('Doppler', /dp\.[a-z]{2,6}\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{30,}/),
  byFormat('age', /AGE-SECRET-KEY-1[A-Za-z0-9]{30,}/),
  byFormat('Grafana, Sentry', /(?:glsa_|glc_|sntry[su]_)[\w+/=-]{24,}/),
  byFormat('Linear, Notion, Figma, Supabase', /(?:lin_api_|ntn_|figd_|sbp_)[\w-]{24,}/),
  byFormat('Postman, New Relic, CircleCI', /(?:PMAK-|NRAK-|CCIPAT_)[\w-]{24,}/),
  // The lookbehind includes the dash; without it, matching many partial tokens would take quadratic time.
  {
    name: 'JSON web token',
    pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+){0,3}/g,
    isSecret: looksRandom,
  },
]

const knownInfixes: SecretKind[] = [
  byFormat('Azure', /[\w~.]{3}\dQ~[\w~.-]{31,}|[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/),
  byFormat('Terraform', /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}/),
]

const inUrls: SecretKind[] = [
  {
    name: 'token in a URL',
    pattern: /(https?:\/\/)[\w-]{20,200}(?=(?::x-oauth-basic)?@)/gi,
    isSecret: looksRandom,
  },
  {
    name: 'password in a URL',
    // A container image with a digest (host:tag@sha256:…) is not a URL with a password.
    pattern: /(:\/\/[^\s:@/?#'"`<>]{0,100}:)[^\s@/'"`<>]{1,200}(?=@(?!sha256:)[\w.[%-])/g,
    isSecret: isNotPlaceholder,
  },
  {
    name: 'webhook',
    pattern:
      /((?:hooks\.slack\.com\/[a-z]{5,12}|discord(?:app)?\.com\/api\/webhooks|webhook\.office\.com\/webhookb2)\/)[\w/@-]{20,}/gi,
    isSecret: looksRandom,
  },
  {
    name: 'signature in a URL',
    pattern: /([?&;](?:sig|x-amz-signature|x-goog-signature)=)[\w%+/=-]{20,}/gi,
    isSecret: looksRandom,
  },
]

const keyWord =
  '(?:(?<![a-z])pass|pass(?:word|wd|phrase|code)|pwd|secret|token|credential|_auth|(?:api|access|account|auth|private|encryption|signing|master|shared|session|service|app)[ _-]?key)s?(?:[_-]?(?:id|key|base|value|hash)){0,2}'
const equals = '["\'`\\]]{0,2}\\s{0,3}(?:=>|:=|={1,3}|:)\\s{0,3}'

const namedValues: SecretKind[] = [
  {
    name: 'header',
    pattern:
      /(authorization["'`]?\s{0,3}[:=]\s{0,3}["'`]?(?:(?:bearer|basic|token|digest|bot|oauth|apikey|negotiate|ntlm|ssws)\s{1,4})?)[\w.~+/=-]{7,}[\w~+/=-]/gi,
    isSecret: looksRandom,
  },
  { name: 'bearer', pattern: /(\bbearer\s{1,4})[\w.~+/=-]{15,}[\w~+/=-]/gi, isSecret: looksRandom },
  {
    name: 'quoted value',
    pattern: new RegExp(`(${keyWord}${equals}["'\`])[^\\s"'\`<>\\\\]{12,}(?=["'\`])`, 'gi'),
    isSecret: looksLikePassword,
  },
  {
    name: 'value',
    // In a URL an ampersand starts the next parameter; in a password it is an ordinary character.
    pattern: new RegExp(
      `(${keyWord}${equals}["'\`]?)(?:[^\\s"'\`<>,;()[\\]{}|\\\\&=]|&(?!\\w{1,40}=)){11,}[^\\s"'\`<>,;()[\\]{}|\\\\&=.:]={0,2}`,
      'gi',
    ),
    isSecret: looksLikePassword,
  },
  {
    name: 'value of a flag',
    pattern:
      /((?<![\w-])--[\w-]{0,30}(?:password|passwd|token|secret|api-?key)\s{1,3}["']?)[^\s"'`<>()[\]{}|\\]{11,}[^\s"'`<>()[\]{}|\\.,:;]/gi,
    isSecret: looksLikePassword,
  },
  {
    name: 'password of curl',
    pattern: /(\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[\s=]["']?[^\s:'"]{1,60}:)[^\s'"`<>]{6,200}/gi,
    isSecret: isNotPlaceholder,
  },
]

/** Groups of kinds, with hints that all must match before the patterns are tried; most texts match none. */
const groups: { hints: RegExp[]; kinds: SecretKind[] }[] = [
  { hints: [/PRIVATE KEY/], kinds: privateKeys },
  { hints: [/:\/\//], kinds: inUrls },
  {
    hints: [
      /[_.-](?=[\w-]{16})[a-z_-]{0,32}[A-Z0-9]|A(?:[KS]IA|TBB|T[AC]TT3|Iza)|:AA|GR1348941|eyJ|dapi\w|SK[0-9a-f]{8}/,
    ],
    kinds: knownFormats,
  },
  { hints: [/Q~|AZDO|\.atlasv1\./], kinds: knownInfixes },
  {
    hints: [
      /[:=]["'`\s]{0,4}[^\s"'`]{12}|[Bb]earer|BEARER|[Aa]uthorization|AUTHORIZATION|-u |--\w/,
      /(?:pass|pwd|secret|token|credential|auth|key)[\w"'`\]-]{0,20}\s{0,3}[:=]|authoriz|bearer|(?<![\w-])--[\w-]{0,30}(?:pass|token|secret|key)|curl/i,
    ],
    kinds: namedValues,
  },
]

/** A text without its secrets. */
export interface RedactedText {
  text: string
  /** How many secrets were replaced. */
  found: number
}

/** Replaces every secret in a text with a mark. */
export function redact(text: string): RedactedText {
  let found = 0
  let redacted = text
  for (const { hints, kinds } of groups) {
    if (!hints.every((hint) => hint.test(redacted))) continue
    for (const { pattern, isSecret } of kinds) {
      redacted = redacted.replace(pattern, (match: string, group: unknown) => {
        const kept = typeof group === 'string' ? group : ''
        if (!isSecret(match.slice(kept.length))) return match
        found += 1
        return kept + redactedMark
      })
    }
  }
  return { text: redacted, found }
}

const placeholder =
  /^(?:[<$%{[*(.]|your|example|change-?me|placeholder|insert|replace|todo|redacted|process\.|secrets?\.|env\.)|^(?:pass(?:word|wd)?|pwd|secret|token|x-oauth-basic)$|^(.)\1*$|xxxx|\*\*\*|\.\.\./i

function isPlaceholder(value: string): boolean {
  return placeholder.test(value)
}

/** Whether a value looks random: not words, a path, a URL or a date. */
function looksRandom(value: string): boolean {
  const isLocation = /^[a-z]{1,20}:\/\/|^[.~]{0,2}\/[^/A-Z]*\/[^A-Z]*$/.test(value)
  const isDate = /^\d{4}-\d\d-\d\d/.test(value)
  return !isLocation && !isDate && !isPlaceholder(value) && !isWordy(value)
}

function looksLikePassword(value: string): boolean {
  return /\d/.test(value) && /[a-z]/i.test(value) && looksRandom(value)
}

/** Whether a value consists of words, each with at most a short number: refresh_token_v2, sha256-digest. */
function isWordy(value: string): boolean {
  const words = value.replace(/(?<![a-z])v\d{1,3}(?![a-z\d])/gi, '').match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const pronounceable = words.filter((word) => word.length <= 16 && /[aeiouy]/i.test(word))
  const isBroken = /\d{4}|\d[a-z]|(?<![A-Za-z])\d+[A-Za-z]/.test(value)
  return !isBroken && letters >= 3.5 * words.length && pronounceable.length >= 0.7 * words.length
}
