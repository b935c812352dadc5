import { findLongRun } from './long-runs.ts'

/** A kind of secret. The first group of its pattern is kept, so that readers see what was redacted. */
export interface SecretKind {
  name: string
  pattern: RegExp
  isSecret: (value: string) => boolean
}

const placeholder =
  /^(?:[<$%{[*(.]|your|example|change-?me|placeholder|insert|replace|todo|redacted|process\.|secrets?\.|env\.)|^(?:pass(?:word|wd)?|pwd|secret|token|x-oauth-basic)$|^(.)\1*$|xxxx|\*\*\*|\.\.\./i

/** Whether a value stands for a secret that the reader has to fill in. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value)
}

/** Whether a value looks random: not words, a path, a URL or a date. */
export function looksRandom(value: string): boolean {
  const isLocation = /^[a-z]{1,20}:\/\/|^[.~]{0,2}\/[^/A-Z]*\/[^A-Z]*$/.test(value)
  const isDate = /^\d{4}-\d\d-\d\d/.test(value)
  return !isLocation && !isDate && !isPlaceholder(value) && !isWordy(value)
}

/** Whether a value consists of words, each with at most a short number: refresh_token_v2, sha256-digest. */
function isWordy(value: string): boolean {
  const words = value.replace(/(?<![a-z])v\d{1,3}(?![a-z\d])/gi, '').match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const pronounceable = words.filter((word) => word.length <= 16 && /[aeiouy]/i.test(word))
  const isBroken = /\d{4}|\d[a-z]|(?<![A-Za-z])\d+[A-Za-z]/.test(value)
  return !isBroken && letters >= 3.5 * words.length && pronounceable.length >= 0.7 * words.length
}

// After a known prefix, a name in lower-case letters is not a secret: xoxb-token-support.
const looksGenerated = (value: string) =>
  (/\d|[A-Za-z]{30}/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value))) && !isPlaceholder(value)
const hasDigits = (value: string) => /\d/.test(value) && looksRandom(value)
const always = () => true

const notInWord = '(?<![A-Za-z0-9])'

/** A secret that its own characters identify, usually a prefix, and that does not start inside a word. */
function byFormat(
  name: string,
  pattern: RegExp,
  isSecret: SecretKind['isSecret'] = looksGenerated,
): SecretKind {
  return { name, pattern: new RegExp(`${notInWord}(?:${pattern.source})`, 'g'), isSecret }
}

/** The known formats of tokens and keys, by vendor. */
export const knownFormats: SecretKind[] = [
  // Code hosts and registries
  byFormat('GitHub', /(?:gh[oprsu]_|github_pat_)\w{20,}/),
  byFormat('GitLab', /(?:gl(?:pat|dt|rtr?|ptt|cbt|oas|soat|ft|imt|agent|ffct|wt)-|GR1348941)[\w.-]{15,}\w/),
  byFormat('Bitbucket and Atlassian', /(?:ATBB|AT[AC]TT3)[\w=-]{20,}/),
  byFormat('npm, PyPI, RubyGems', /npm_[A-Za-z0-9]{30,}|pypi-[\w-]{40,}|rubygems_[A-Za-z0-9]{32,}/),
  byFormat(
    'Clojars, crates.io, NuGet',
    /CLOJARS_[A-Za-z0-9]{40,}|cio[A-Za-z0-9]{32}(?!\w)|oy2[a-z0-9]{43}(?!\w)/,
  ),
  byFormat('Docker', /dckr_[a-z]{3}_[\w-]{20,}/),
  byFormat('JFrog', /AKCp[A-Za-z0-9]{60,}|cmVmd[A-Za-z0-9]{59}(?!\w)/),
  byFormat('Sourcegraph', /sgp_(?:[A-Fa-f0-9]{16}_|local_)?[A-Fa-f0-9]{40}/),
  byFormat('Buildkite', /bk[a-z]{2}_[A-Za-z0-9]{32,}/),
  byFormat('CircleCI, Harness', /CCIPAT_[\w-]{24,}|(?:pat|sat)\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/),
  byFormat('Octopus Deploy, Infracost', /API-[A-Z0-9]{26,40}(?!\w)|ico-[A-Za-z0-9]{32}(?!\w)/, hasDigits),
  byFormat('SonarQube, Snyk', /sq[apu]_[a-f0-9]{40}|snyk_[a-z]{2,4}\.[\w.-]{20,}/),
  // Models
  byFormat('OpenAI, Anthropic, OpenRouter', /sk-[\w-]{20,}/, hasDigits),
  byFormat('Groq, xAI, Replicate, Perplexity', /(?:gsk_|xai-|r8_|pplx-)[A-Za-z0-9]{24,}/),
  byFormat('Hugging Face', /(?:hf_|api_org_)[A-Za-z0-9]{24,}/),
  byFormat('Cerebras, NVIDIA, Tavily, LangSmith', /(?:csk-|nvapi-|tvly-|lsv2_[ps]t_)[\w-]{20,}/),
  byFormat(
    'ElevenLabs, Fireworks, Firecrawl',
    /sk_[a-f0-9]{48}(?!\w)|fw_[A-Za-z0-9]{22,}|fc-[a-f0-9]{32}(?!\w)/,
  ),
  // Clouds
  byFormat('Google', /(?:AIza|GOCSPX-|ya29\.)[\w-]{20,}/),
  byFormat(
    'AWS, both halves',
    /A[KS]IA[A-Z2-7]{16}[\s:/,|"']{1,4}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/,
    always,
  ),
  byFormat('AWS', /A(?:[KS]IA|BIA|CCA)[A-Z2-7]{16}(?![A-Za-z0-9])/, always),
  byFormat('Amazon Bedrock', /ABSK[A-Za-z0-9+/]{100,}={0,2}|bedrock-api-key-[A-Za-z0-9+/]{28,}={0,2}/),
  byFormat('Alibaba Cloud', /LTAI[A-Za-z0-9]{16,26}(?!\w)/),
  byFormat('Yandex Cloud', /AQVN[\w-]{35,38}(?!\w)|t1\.[\w-]{10,200}={0,2}\.[\w-]{86}/),
  byFormat('DigitalOcean', /do[oprt]_v1_[A-Za-z0-9]{40,}/),
  byFormat('Cloudflare', /v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}/),
  byFormat('Heroku', /HRKU-[\w-]{36,}/),
  byFormat('Netlify', /nf[bcopu]_[\w-]{36,}/),
  byFormat('Vercel', /vc[aikpr]_[A-Za-z0-9]{24,}|vercel_blob_rw_[A-Za-z0-9_]{30,}/),
  byFormat('Fly.io', /fo1_[\w-]{40,}|fm1[ar]_[A-Za-z0-9+/]{60,}={0,3}|fm2_[A-Za-z0-9+/]{60,}={0,3}/),
  byFormat('Render, Scalingo', /rnd_[A-Za-z0-9]{28,}|tk-[a-z]{2}-[\w-]{48}/),
  byFormat('Pulumi', /pul-[a-f0-9]{40}/),
  byFormat('Tailscale', /tskey-(?:[a-z]{2,12}-)?[A-Za-z0-9]{6,}-[A-Za-z0-9]{12,}/),
  byFormat('Defined Networking', /dnkey-[\w=-]{26}-[\w=-]{52}/),
  byFormat('OpenShift', /sha256~[\w-]{43}(?![\w-])/),
  // Databases
  byFormat('PlanetScale', /pscale_[a-z]{2,5}_[\w=.-]{31,}\w/),
  byFormat('Supabase, Neon', /sb_secret_[\w-]{24,}|sbp_[\w-]{24,}|napi_[a-z0-9]{40,}/),
  byFormat('Databricks', /dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])/),
  byFormat('ClickHouse', /4b1d[A-Za-z0-9]{38}(?!\w)/),
  byFormat('Airtable', /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/),
  // Messages
  byFormat('Slack', /xoxd-[\w%+/=-]{20,}|(?:xox[a-z]|xapp)-[\w-]{15,}\w/),
  byFormat('SendGrid', /SG\.[\w-]{16,64}\.[\w-]{16,}/),
  byFormat('Mailgun', /(?:pub)?key-[0-9a-f]{32}(?!\w)|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])/),
  byFormat('Mailchimp', /[0-9a-f]{32}-us\d{1,2}(?!\w)/),
  byFormat('Brevo', /x(?:key|smtp)sib-[a-f0-9]{40,}-[A-Za-z0-9]{12,}/),
  byFormat('Resend', /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}/),
  byFormat('Twilio', /SK[0-9a-f]{32}(?![A-Za-z0-9])/),
  // Telegram URLs contain bot1234567890:AA…, so a letter may precede it.
  { name: 'Telegram', pattern: /(?<!\d)\d{8,10}:AA[\w-]{30,}/g, isSecret: looksRandom },
  byFormat('Discord', /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/),
  byFormat('Facebook', /EAA[A-Za-z0-9]{90,}/),
  // Payments and shops
  byFormat('Stripe', /[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,}/),
  byFormat('Square', /sq0(?:atp|csp)-[\w-]{22,}|EAAA[\w-]{56,}/),
  byFormat('Shopify', /shp[a-z]{2}_[A-Za-z0-9]{32,}/),
  byFormat(
    'Shippo, Duffel, Plaid',
    /shippo_(?:live|test)_[a-f0-9]{40}|duffel_(?:live|test)_[\w=-]{40,}|access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  ),
  byFormat('EasyPost', /EZ[AT]K[A-Za-z0-9]{54}/),
  byFormat('Flutterwave', /FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}(?:-X)?/),
  // Products and work
  byFormat('HubSpot', /pat-[a-z]{2,4}\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/),
  byFormat('PostHog', /ph[sx]_[A-Za-z0-9]{32,}/),
  byFormat('Linear, Notion, Figma', /(?:lin_(?:api|oauth)_|ntn_|figd_)[\w-]{24,}/),
  byFormat('Contentful, Typeform, ReadMe', /CFPAT-[\w-]{40,}|tfp_[\w.=-]{40,}|rdme_[a-z0-9]{60,}/),
  byFormat('Postman, Prefect', /PMAK-[\w-]{24,}|pnu_[A-Za-z0-9]{36}/),
  byFormat('LaunchDarkly, WakaTime', /(?:sdk|mob|api|waka)[-_][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/),
  byFormat(
    'Frame.io, Adobe, Dropbox',
    /fio-u-[\w=-]{60,}|p8e-[A-Za-z0-9]{32}(?!\w)|sl\.(?:u\.)?[\w=-]{100,}/,
  ),
  byFormat('Mapbox', /[st]k\.eyJ[\w-]{20,}\.[\w-]{16,}/),
  byFormat(
    'Authress',
    /(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][\w-]{10,32}\.[\w+/=-]{30,120}/,
  ),
  byFormat('SettleMint, 42', /sm_[aps]at_[A-Za-z0-9]{16,}|s-s4t2(?:ud|af)-[a-f0-9]{64}/),
  // Operations
  byFormat('Vault', /hv[bsr]\.[\w-]{20,}/),
  byFormat('Doppler', /dp\.[a-z]{2,6}\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{30,}/),
  byFormat(
    '1Password',
    /ops_eyJ[\w+/-]{60,}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/,
  ),
  byFormat('age', /AGE-SECRET-KEY-1[A-Za-z0-9]{30,}/),
  byFormat('Grafana, Sentry', /(?:glsa_|glc_|sntry[su]_)[\w+/=-]{24,}|eyJrIjoi[A-Za-z0-9]{60,}={0,3}/),
  byFormat('Dynatrace', /dt0[a-z]\d\d\.[A-Z0-9]{8,24}\.[A-Za-z0-9]{64}/),
  byFormat('New Relic', /NR(?:AK|II|JS|RA|AA|IQ|SP)-[A-Za-z0-9-]{19,}/),
  // The lookbehind includes the dash; without it, matching many partial tokens would take quadratic time.
  {
    name: 'JSON web token',
    pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+){0,3}/g,
    isSecret: looksRandom,
  },
]

/** Formats that are identified by characters in their middle or at their end. */
export const knownInfixes: SecretKind[] = [
  byFormat('Azure', /[\w~.]{3}\dQ~[\w~.-]{31,}|[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/),
  byFormat('Terraform', /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}/),
  byFormat('MaxMind', /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?!\w)/),
]

const shortestToken = 16
const anyFormat = new RegExp(
  `${notInWord}(?:${knownFormats.map(({ pattern }) => pattern.source.replace(notInWord, '')).join('|')})`,
)
// A letter may precede the one, and a dash must not precede the other.
const anyOtherFormat = /:AA|eyJ/

/** Whether a text may contain a secret of a known format; tries all formats at once, at long words only. */
export function mayHaveKnownFormat(text: string): boolean {
  for (let start = findLongRun(text, shortestToken); start !== -1; ) {
    const end = endOfWord(text, start + shortestToken)
    const word = text.slice(startOfWord(text, start), end)
    if (anyFormat.test(word) || anyOtherFormat.test(word)) return true
    start = findLongRun(text, shortestToken, end)
  }
  return false
}

const space = 0x20

function startOfWord(text: string, from: number): number {
  let start = from
  while (start > 0 && text.charCodeAt(start - 1) > space) start -= 1
  return start
}

function endOfWord(text: string, from: number): number {
  let end = from
  while (end < text.length && text.charCodeAt(end) > space) end += 1
  return end
}
