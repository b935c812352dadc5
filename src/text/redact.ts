import { foldLookAlikes } from './fold-look-alikes.ts'
import { endOfRun, findLongRun } from './long-runs.ts'
import { redactedMark } from './mask-secrets.ts'
import {
  isPlaceholder,
  knownFormats,
  knownInfixes,
  looksRandom,
  mayHaveKnownFormat,
  type SecretKind,
} from './secret-formats.ts'

const always = () => true
const isNotPlaceholder = (value: string) => !isPlaceholder(value)

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
    // No one encodes the password of a connection string by hand, so it can contain what ends one in a URL.
    name: 'password with @ or / in a URL',
    pattern:
      /(:\/\/[^\s:@/?#'"`<>]{1,100}:)(?!\d{1,5}\/|\[redacted\])(?:(?!:\/\/)[^\s'"`<>()]){1,200}(?=@(?!sha256:)[\w.%-]{1,200}(?:[:/?#\s'"`<>,;)]|\.?$))/g,
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

// The name of a variable: DB_PASSWORD, NPM_TOKEN, PGPASSWORD.
const variable = '(?<![A-Za-z0-9_])(?:export )?[A-Z0-9_]{0,40}'
const shortValue = '[^\\s"\'`<>,;()[\\]{}|\\\\&=]'

/** Passwords that are too short to look random: only their names identify them. */
const shortPasswords: SecretKind[] = [
  {
    name: 'password in a variable',
    pattern: new RegExp(
      `(${variable}(?:PASSWORD|PASSWD|PASSPHRASE|(?<!ASK)PASS|_PWD)=["'\`]?)${shortValue}{3,}[^\\s"'\`<>,;()[\\]{}|\\\\&=.:]`,
      'g',
    ),
    isSecret: isNotOrdinary,
  },
  {
    name: 'token in a variable',
    pattern: new RegExp(
      `(${variable}(?:TOKEN|SECRET|KEY)=["'\`]?)${shortValue}{5,}[^\\s"'\`<>,;()[\\]{}|\\\\&=.:]`,
      'g',
    ),
    isSecret: (value) => isShortPassword(value) && looksRandom(value),
  },
  {
    name: 'short password',
    pattern: new RegExp(
      `((?:password|passwd|passphrase|(?<![a-z])pwd)["'\`\\]]{0,2}(?:=|: ?| = | => )["'\`]?)${shortValue}{3,14}[^\\s"'\`<>,;()[\\]{}|\\\\&=.:](?![^\\s"'\`<>,;()[\\]{}|\\\\&=.:])`,
      'gi',
    ),
    isSecret: isShortPassword,
  },
  {
    name: 'short password of a flag',
    pattern: new RegExp(`((?<![\\w-])--(?:[a-z]{1,20}-)?(?:password|passwd)[= ]["']?)${shortValue}{4,}`, 'g'),
    isSecret: isShortPassword,
  },
  {
    name: 'password of a database client',
    pattern:
      /(\b(?:mysql(?:dump|admin|import|show|sh|check)?|mariadb(?:-dump|-admin)?)(?=\s)[^\n]{0,200}?\s-p["']?)(?!["']?\s)[^\s"'`<>]{4,200}/g,
    isSecret: isNotOrdinary,
  },
  {
    name: 'password of another program',
    pattern:
      /(\b(?:sshpass\s{1,4}-p|redis-cli\b[^\n]{0,100}?\s-a|docker login\b[^\n]{0,100}?\s-p)\s{0,4}["']?)[^\s"'`<>]{4,200}/g,
    isSecret: isNotOrdinary,
  },
  {
    name: 'password in a configuration of NuGet',
    pattern: /(key="(?:ClearText)?Password"\s{1,4}value=")[^"\n]{4,200}(?=")/gi,
    isSecret: isNotOrdinary,
  },
]

const ordinary =
  /^(?:true|false|null|nil|none|empty|undefined|required|optional|string|text|value|yes|no|on|off|foo|bar|baz|test|hidden|unset|auto|default|plain|prompt|file|-+)$/i

function isNotOrdinary(value: string): boolean {
  const isLocation = /^(?:[a-z]{1,20}:\/\/|[.~]{0,2}\/)/.test(value)
  return !isPlaceholder(value) && !isLocation && !ordinary.test(value) && /[A-Za-z0-9]{2}/.test(value)
}

// Names of encodings and methods, versions, and calls.
const technical =
  /^(?:sha-?\d+|md5|base-?64|utf-?\d+|bcrypt|argon2\w*|pbkdf2|scrypt|oauth2?|v?\d+(?:\.\d+)+\w*|v\d+|0x[0-9a-f]+|[a-z]+[._-]v?\d+)$/i

/** Whether a value has a letter and a digit, as passwords have that people choose. */
function isShortPassword(value: string): boolean {
  return /[A-Za-z]/.test(value) && /\d/.test(value) && !technical.test(value) && isNotOrdinary(value)
}

function looksLikePassword(value: string): boolean {
  return /\d/.test(value) && /[a-z]/i.test(value) && looksRandom(value)
}

/** Groups of kinds, with hints that all must match before the patterns are tried; most texts match none. */
const groups: { hints: ((text: string) => boolean)[]; kinds: SecretKind[] }[] = [
  { hints: [has(/PRIVATE KEY/)], kinds: privateKeys },
  { hints: [has(/:\/\//)], kinds: inUrls },
  { hints: [mayHaveKnownFormat], kinds: knownFormats },
  { hints: [has(/Q~|AZDO|\.atlasv1\.|_mmk/)], kinds: knownInfixes },
  {
    hints: [
      has(/[:=]["'`\s]{0,4}[^\s"'`]{12}|[Bb]earer|BEARER|[Aa]uthorization|AUTHORIZATION|-u |--\w/),
      has(
        /(?:pass|pwd|secret|token|credential|auth|key)[\w"'`\]-]{0,20}\s{0,3}[:=]|authoriz|bearer|(?<![\w-])--[\w-]{0,30}(?:pass|token|secret|key)|curl/i,
      ),
    ],
    kinds: namedValues,
  },
  {
    hints: [
      has(
        /(?:[Pp]ass(?:w(?:or)?d|phrase)?|PASS(?:W(?:OR)?D|PHRASE)?|[Pp]wd|PWD)["'`\]]{0,2}\s?[=:]|(?:TOKEN|SECRET|KEY)=| -p| -a |--(?:[a-z]{1,20}-)?passw|assword"/,
      ),
    ],
    kinds: shortPasswords,
  },
]

function has(hint: RegExp): (text: string) => boolean {
  return (text) => hint.test(text)
}

/** A text without its secrets. */
export interface RedactedText {
  text: string
  /** How many secrets were replaced. */
  found: number
}

const maxRounds = 5

/** Replaces every secret in a text with a mark. Secrets in look-alike characters or base64 are found as well. */
export function redact(text: string): RedactedText {
  const folded = foldLookAlikes(text)
  const asWritten = redactAll(text)
  if (folded === text) return asWritten
  // What hides a secret is shown as plain characters around its mark; every other text stays as it is.
  const asSeen = redactAll(folded)
  return asSeen.found > asWritten.found ? asSeen : asWritten
}

function redactAll(text: string): RedactedText {
  let redacted = text
  let found = 0
  // Secrets without a space between them are found one after the other.
  for (let round = 0; round < maxRounds; round += 1) {
    const plain = redactPlain(redacted)
    const encoded = redactEncoded(plain.text)
    redacted = encoded.text
    if (plain.found + encoded.found === 0) break
    found += plain.found + encoded.found
  }
  return { text: redacted, found }
}

function redactPlain(text: string): RedactedText {
  let found = 0
  let redacted = text
  for (const { hints, kinds } of groups) {
    if (!hints.every((hint) => hint(redacted))) continue
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

// Base64 of ASCII text: in each group of four digits, three have bits that are zero. Hashes and names differ soon.
const asciiGroup = '[A-Za-f][A-HQ-Xg-nw-z0-3][AEIMQUYcgkosw048BFJNRVZdhlptx159][A-Za-z0-9+/_-]'
const shortestEncoded = 20
const beginsAsAscii = new RegExp(`(?:${asciiGroup}){5}`, 'y')
const asciiInBase64 = new RegExp(
  `(?<![A-Za-z0-9+/_-])(?:${asciiGroup}){5,}[A-Za-z0-9+/_-]{0,3}(?:\\r?\\n[ \\t>]{0,8}(?:${asciiGroup}){4,}[A-Za-z0-9+/_-]{0,3})*={0,2}`,
  'g',
)

/** Replaces base64 whose text contains a secret. */
function redactEncoded(text: string): RedactedText {
  let found = 0
  if (!mayHaveEncoded(text)) return { text, found }
  const redacted = text.replace(asciiInBase64, (match) => {
    const decoded = Buffer.from(match.replace(/[^A-Za-z0-9+/_-]/g, ''), 'base64').toString('latin1')
    if (redactPlain(decoded).found === 0) return match
    found += 1
    return redactedMark
  })
  return { text: redacted, found }
}

function mayHaveEncoded(text: string): boolean {
  for (let start = findLongRun(text, shortestEncoded); start !== -1; ) {
    beginsAsAscii.lastIndex = start
    if (beginsAsAscii.test(text)) return true
    start = findLongRun(text, shortestEncoded, endOfRun(text, start))
  }
  return false
}
