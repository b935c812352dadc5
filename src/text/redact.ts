import { redactedMark } from './mask-secrets.ts'

/** A kind of secret. What the first group of its pattern holds stays, to tell a reader what was there. */
interface SecretKind {
  name: string
  pattern: RegExp
  isSecret: (value: string) => boolean
}

const always = () => true
const isNoPlaceholder = (value: string) => !isPlaceholder(value)

// Behind a known beginning only names in small letters are innocent: xoxb-token-support.
const hasChance = (value: string) =>
  (/\d|[A-Za-z]{30}/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value))) && !isPlaceholder(value)

/** A secret that gives itself away by its own letters, and does not begin in the middle of a word. */
function begins(name: string, pattern: RegExp, isSecret: SecretKind['isSecret'] = hasChance): SecretKind {
  return { name, pattern: new RegExp(`(?<![A-Za-z0-9])(?:${pattern.source})`, 'g'), isSecret }
}

const keyBegin = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
const keyEnd = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
// Proc-Type: 4,ENCRYPTED and its like stand between the beginning and the key.
const keyHeaders = '(?:\\s{1,4}[A-Z][A-Za-z-]{2,20}: [^\\n]{1,100}){0,4}'

const privateKeys: SecretKind[] = [
  {
    name: 'private key',
    pattern: new RegExp(`${keyBegin}(?:(?!-----)[^]){0,16000}${keyEnd}`, 'g'),
    isSecret: always,
  },
  {
    // A message may hold only the beginning of a key, or keep no more of it when it is cut.
    name: 'beginning of a private key',
    pattern: new RegExp(
      `${keyBegin}${keyHeaders}(?:(?:\\s|\\\\[nr]|[>|#*"',+-]){1,8}[A-Za-z0-9+/=]{16,}){1,500}`,
      'g',
    ),
    isSecret: always,
  },
]

const byTheirLetters: SecretKind[] = [
  begins('GitHub', /(?:gh[oprsu]_|github_pat_)\w{20,}/),
  begins('GitLab', /(?:gl(?:pat|dt|rtr?|ptt|cbt|oas|soat|ft|imt|agent|ffct|wt)-|GR1348941)[\w.-]{15,}\w/),
  begins('Bitbucket and Atlassian', /(?:ATBB|AT[AC]TT3)[\w=-]{20,}/),
  begins('OpenAI, Anthropic, OpenRouter', /sk-[\w-]{20,}/, (key) => /\d/.test(key) && looksRandom(key)),
  begins('Groq, xAI, Replicate, Perplexity', /(?:gsk_|xai-|r8_|pplx-)[A-Za-z0-9]{24,}/),
  begins('Hugging Face', /(?:hf_|api_org_)[A-Za-z0-9]{24,}/),
  begins('Cerebras, NVIDIA, Tavily, LangSmith', /(?:csk-|nvapi-|tvly-|lsv2_[ps]t_)[\w-]{20,}/),
  begins('Google', /(?:AIza|GOCSPX-|ya29\.)[\w-]{20,}/),
  begins('AWS, both halves', /A[KS]IA[A-Z2-7]{16}[\s:/,|"']{1,4}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/, always),
  begins('AWS', /A[KS]IA[A-Z2-7]{16}(?![A-Za-z0-9])/, always),
  begins('Slack', /(?:xox[abeoprs]|xapp)-[\w-]{10,}/),
  begins('Stripe', /[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,}/),
  begins('npm, PyPI, RubyGems', /npm_[A-Za-z0-9]{30,}|pypi-[\w-]{40,}|rubygems_[A-Za-z0-9]{32,}/),
  begins('Docker', /dckr_[a-z]{3}_[\w-]{20,}/),
  begins('SendGrid', /SG\.[\w-]{16,64}\.[\w-]{16,}/),
  begins('Twilio', /SK[0-9a-f]{32}(?![A-Za-z0-9])/),
  // Its address says bot1234567890:AA…, so a letter may stand before it.
  { name: 'Telegram', pattern: /(?<!\d)\d{8,10}:AA[\w-]{30,}/g, isSecret: looksRandom },
  begins('Discord', /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/),
  begins('Shopify', /shp[a-z]{2}_[A-Za-z0-9]{32,}/),
  begins('DigitalOcean', /do[oprt]_v1_[A-Za-z0-9]{40,}/),
  begins('Databricks', /dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])/),
  begins('Vault', /hv[bsr]\.[\w-]{20,}/),
  begins('Doppler', /dp\.[a-z]{2,6}\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{30,}/),
  begins('age', /AGE-SECRET-KEY-1[A-Za-z0-9]{30,}/),
  begins('Grafana, Sentry', /(?:glsa_|glc_|sntry[su]_)[\w+/=-]{24,}/),
  begins('Linear, Notion, Figma, Supabase', /(?:lin_api_|ntn_|figd_|sbp_)[\w-]{24,}/),
  begins('Postman, New Relic, CircleCI', /(?:PMAK-|NRAK-|CCIPAT_)[\w-]{24,}/),
  // The dash in front is part of the run: otherwise each of many half tokens would be read to the end.
  {
    name: 'JSON web token',
    pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+){0,3}/g,
    isSecret: looksRandom,
  },
]

const byLettersInTheirMidst: SecretKind[] = [
  begins('Azure', /[\w~.]{3}\dQ~[\w~.-]{31,}|[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/),
  begins('Terraform', /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}/),
]

const inAddresses: SecretKind[] = [
  {
    name: 'token in an address',
    pattern: /(https?:\/\/)[\w-]{20,200}(?=(?::x-oauth-basic)?@)/gi,
    isSecret: looksRandom,
  },
  {
    name: 'password in an address',
    // An image by its digest (host:tag@sha256:…) is no address with a password.
    pattern: /(:\/\/[^\s:@/?#'"`<>]{0,100}:)[^\s@/'"`<>]{1,200}(?=@(?!sha256:)[\w.[%-])/g,
    isSecret: isNoPlaceholder,
  },
  {
    name: 'hook',
    pattern:
      /((?:hooks\.slack\.com\/[a-z]{5,12}|discord(?:app)?\.com\/api\/webhooks|webhook\.office\.com\/webhookb2)\/)[\w/@-]{20,}/gi,
    isSecret: looksRandom,
  },
  {
    name: 'signature in an address',
    pattern: /([?&;](?:sig|x-amz-signature|x-goog-signature)=)[\w%+/=-]{20,}/gi,
    isSecret: looksRandom,
  },
]

const keyWord =
  '(?:(?<![a-z])pass|pass(?:word|wd|phrase|code)|pwd|secret|token|credential|_auth|(?:api|access|account|auth|private|encryption|signing|master|shared|session|service|app)[ _-]?key)s?(?:[_-]?(?:id|key|base|value|hash)){0,2}'
const equals = '["\'`\\]]{0,2}\\s{0,3}(?:=>|:=|={1,3}|:)\\s{0,3}'

const byTheirContext: SecretKind[] = [
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
    // In an address the next parameter begins at an ampersand; in a password it is a sign like others.
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
    isSecret: isNoPlaceholder,
  },
]

/** Each group with what a text must hold for any of its secrets to be there; most texts have none of it. */
const groups: { hints: RegExp[]; kinds: SecretKind[] }[] = [
  { hints: [/PRIVATE KEY/], kinds: privateKeys },
  { hints: [/:\/\//], kinds: inAddresses },
  {
    hints: [
      /[_.-](?=[\w-]{16})[a-z_-]{0,32}[A-Z0-9]|A(?:[KS]IA|TBB|T[AC]TT3|Iza)|:AA|GR1348941|eyJ|dapi\w|SK[0-9a-f]{8}/,
    ],
    kinds: byTheirLetters,
  },
  { hints: [/Q~|AZDO|\.atlasv1\./], kinds: byLettersInTheirMidst },
  {
    hints: [
      /[:=]["'`\s]{0,4}[^\s"'`]{12}|[Bb]earer|BEARER|[Aa]uthorization|AUTHORIZATION|-u |--\w/,
      /(?:pass|pwd|secret|token|credential|auth|key)[\w"'`\]-]{0,20}\s{0,3}[:=]|authoriz|bearer|(?<![\w-])--[\w-]{0,30}(?:pass|token|secret|key)|curl/i,
    ],
    kinds: byTheirContext,
  },
]

/** Replaces every secret of a text with a mark and tells how many there were; what stands around them stays. */
export function redact(text: string): { text: string; found: number } {
  let found = 0
  let left = text
  for (const { hints, kinds } of groups) {
    if (!hints.every((hint) => hint.test(left))) continue
    for (const { pattern, isSecret } of kinds) {
      left = left.replace(pattern, (match: string, group: unknown) => {
        const kept = typeof group === 'string' ? group : ''
        if (!isSecret(match.slice(kept.length))) return match
        found += 1
        return kept + redactedMark
      })
    }
  }
  return { text: left, found }
}

const placeholder =
  /^(?:[<$%{[*(.]|your|example|change-?me|placeholder|insert|replace|todo|redacted|process\.|secrets?\.|env\.)|^(?:pass(?:word|wd)?|pwd|secret|token|x-oauth-basic)$|^(.)\1*$|xxxx|\*\*\*|\.\.\./i

function isPlaceholder(value: string): boolean {
  return placeholder.test(value)
}

/** Whether a value has the looks of chance: no words, no path, no address, no date. */
function looksRandom(value: string): boolean {
  const isPlace = /^[a-z]{1,20}:\/\/|^[.~]{0,2}\/[^/A-Z]*\/[^A-Z]*$/.test(value)
  const isDate = /^\d{4}-\d\d-\d\d/.test(value)
  return !isPlace && !isDate && !isPlaceholder(value) && !isWordy(value)
}

function looksLikePassword(value: string): boolean {
  return /\d/.test(value) && /[a-z]/i.test(value) && looksRandom(value)
}

/** Whether a value reads as words with at most a short number behind each: refresh_token_v2, sha256-digest. */
function isWordy(value: string): boolean {
  const words = value.replace(/(?<![a-z])v\d{1,3}(?![a-z\d])/gi, '').match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const spoken = words.filter((word) => word.length <= 16 && /[aeiouy]/i.test(word))
  const isBroken = /\d{4}|\d[a-z]|(?<![A-Za-z])\d+[A-Za-z]/.test(value)
  return !isBroken && letters >= 3.5 * words.length && spoken.length >= 0.7 * words.length
}
