/** The forms of a verb at the beginning of an entry: `Add`, `Added`, `Adds`, `Adding`. */
export type VerbForm = 'plain' | 'past' | 'present' | 'progressive'

/** A verb that was recognised by one of its forms. */
export interface FoundVerb {
  plain: string
  form: VerbForm
  /** Whether the plain form is also a noun, as in `Update check is slow`. */
  isNoun: boolean
}

// Verbs that are rarely anything else in the title of a change.
const clearVerbs = `
abandon accept accommodate accumulate acknowledge acquire activate adapt add adhere adjust adopt advance advertise
aggregate align allocate allow alphabetize alter amend analyze animate annotate announce appease append apply
archive ask assert assign associate assume assure attach augment authenticate automate avoid await backfill bake
batch begin bootstrap bridge brighten bring broaden calculate camelize cancel canonicalize capitalize catch
centralize choose clarify classify clean coalesce coerce collect colorize combine compile compress compute
concatenate condense configure confirm connect consider consolidate construct consume contain continue convert
correct create customize darken deactivate deallocate decide declare decode decommission decouple decrease decrement
dedupe deduplicate defer define deflake delegate delete deliver demonstrate demote deny deoptimize depend deprecate
deregister derive describe deserialize destroy destructure detach detect determine diagnose differentiate disable
disallow disambiguate discard disconnect discover dismiss dispatch disregard distinguish ditch drop elevate elide
eliminate embed emit emphasize enable encapsulate encode encourage encrypt enforce enhance enlarge enrich ensure
enter eradicate establish evaluate evict examine exclude execute exempt expand expect expire explain explore expose
extend externalize extract factor factorize fetch finalize find finish fix flatten follow forbid forego forget
formalize funnel gather generalize generate get give grant guarantee hardcode harden hide hoist honor honour hydrate
identify ignore implement improve include incorporate increment indicate infer inform inherit initialize inject
insert inspect install instantiate instrument integrate intercept intern internalize interpolate interpret introduce
introspect invalidate invert invoke isolate iterate keep launch leave let leverage lift localize locate loosen lose
lower lowercase maintain make manage marshal materialize maximize memoize mention migrate minify minimize mitigate
modernize modify modularize mutate narrow need negate negotiate normalize notify obey obsolete obtain omit optimize
organize overhaul overlay overscan overwrite parallelize parameterize parametrize parse peek perform permit persist
plumb pluralize polish polyfill populate postpone prefer prefill prepare prepend prettify prevent prioritize produce
prohibit promote propagate protect prove provide prune purge put qualify quiet randomize rationalize readd reapply
rearrange rebuild recalculate receive reclaim recognize recommend recompute reconcile recover recreate rectify
redact redesign redirect redo redraw reduce reenable refactor refine reflect refocus reformat refuse regenerate
register regroup reify reinforce reinstate reintroduce reject relax reload relocate remember remove rename render
reorder reorganize repair rephrase replace replicate repoint represent reproduce require rescale rescue resolve
respect restart restore restrict restructure resume resync retain rethrow retire retrieve revamp reveal revise
revive revoke reword rewrite rotate sanitize satisfy save scaffold seek select send separate serialize serve settle
shorten shrink silence simplify simulate solve specify squash squelch stabilize standardize stop streamline
strengthen stringify strip subscribe substitute suggest supersede suppress surround suspend swallow swap synchronize
take tell terminate tighten tokenize tolerate translate transpile traverse treat trim truncate tweak unblock unbreak
uncomment undo unescape unexport unfold unify uninstall unlock unpack unpin unquote unregister unset unskip
unsubscribe untangle unwatch unwrap update upgrade uppercase use utilize validate vectorize verify visualize wait
wake warn weaken widen withdraw wrap write yield`

// Verbs whose plain form is also a noun or an adjective: `Build script fails`, `Complete rewrite`.
const ambiguousVerbs = `
abort access address alias allowlist anchor answer attempt audit back backport balance base bench benchmark bind
bisect blacklist block boot box break buffer build bump bundle cache call cap capture carry cast cause center chain
change charge check claim clamp clear clone close cluster collapse color colour comment commit compact compare
complete conflict constrain control copy count couple cover crash cut cycle debounce debug default degrade delay
demand deploy design detail diff display divide document double downgrade download drain draw drive dump duplicate
echo edit end err error escape estimate exercise exit export fail fall fast-forward favor favour fence file fill
filter fire flag flip flow flush focus fold force fork format forward free freeze gate glob go group grow guard
guess hack halt hand handle hash help highlight hint hold hook import increase indent index init inline input issue
join jump key kill label land lazy-load lease limit line link lint list listen load lock log look lookup loop map
mark mask match measure merge mirror mock model monitor mount move name namespace nest note number offer open order
outline output override own pack package pad page paint pair panic park pass patch pause pick pin pipe place plug
point poll pool pop port position post prefix preload present preserve press preview prime print probe process
profile prompt propose prototype proxy publish pull push query queue quote race raise range rank rate reach read
rebase recheck record refer reference refresh relay release remap repeat report request reroute rerun reserve reset
resize rest retry return reuse reverse revert review revisit rework roll rollback root round route run sample
sandbox scale scan schedule scope score scroll search seed set shadow shape shard share shift ship show shuffle shut
sign signal size skip slice slow smooth snapshot sort source space spawn specialize speed spell spin split spread
stage start stash state step store stream stub style submit support surface suspect switch sync tag tail target
teach test thread throttle throw tidy time toggle touch trace track train transfer transform transition trap trigger
trust try tune turn type union unmount upload value vary vendor version view visit void walk warm watch whitelist
wire work zero zip zoom`

const irregularPasts: [plain: string, past: string][] = [
  ['begin', 'began'],
  ['bind', 'bound'],
  ['break', 'broke'],
  ['bring', 'brought'],
  ['build', 'built'],
  ['catch', 'caught'],
  ['choose', 'chose'],
  ['cut', 'cut'],
  ['draw', 'drew'],
  ['drive', 'drove'],
  ['fall', 'fell'],
  ['find', 'found'],
  ['forbid', 'forbade'],
  ['forget', 'forgot'],
  ['freeze', 'froze'],
  ['get', 'got'],
  ['give', 'gave'],
  ['go', 'went'],
  ['grow', 'grew'],
  ['hide', 'hid'],
  ['hold', 'held'],
  ['keep', 'kept'],
  ['leave', 'left'],
  ['let', 'let'],
  ['lose', 'lost'],
  ['make', 'made'],
  ['override', 'overrode'],
  ['overwrite', 'overwrote'],
  ['put', 'put'],
  ['read', 'read'],
  ['rebuild', 'rebuilt'],
  ['redo', 'redid'],
  ['redraw', 'redrew'],
  ['rerun', 'reran'],
  ['reset', 'reset'],
  ['rethrow', 'rethrew'],
  ['rewrite', 'rewrote'],
  ['run', 'ran'],
  ['seek', 'sought'],
  ['send', 'sent'],
  ['set', 'set'],
  ['show', 'showed'],
  ['shrink', 'shrank'],
  ['shut', 'shut'],
  ['speed', 'sped'],
  ['spin', 'spun'],
  ['split', 'split'],
  ['spread', 'spread'],
  ['take', 'took'],
  ['teach', 'taught'],
  ['tell', 'told'],
  ['throw', 'threw'],
  ['undo', 'undid'],
  ['unset', 'unset'],
  ['unbreak', 'unbroke'],
  ['wake', 'woke'],
  ['withdraw', 'withdrew'],
  ['write', 'wrote'],
]

// The stress of these verbs is on the last syllable, so their last letter is doubled: `deferred`.
const doubledVerbs = new Set(
  'commit debug defer emit infer omit permit prefer refer rerun remap submit transfer unpin unplug unset unskip unwrap'.split(
    ' ',
  ),
)

const pasts = new Map(irregularPasts)
const verbs = new Map<string, Record<VerbForm, string>>()
const byForm = new Map<string, FoundVerb>()

for (const [words, isNoun] of [
  [clearVerbs, false],
  [ambiguousVerbs, true],
] as const)
  for (const plain of words.trim().split(/\s+/))
    for (const spelling of spellings(plain)) if (!verbs.has(spelling)) addVerb(spelling, isNoun)

function spellings(plain: string): string[] {
  return /[^aeiou]ize$/.test(plain) && plain !== 'resize' ? [plain, plain.replace(/ize$/, 'ise')] : [plain]
}

function addVerb(plain: string, isNoun: boolean): void {
  const forms = conjugate(plain)
  verbs.set(plain, forms)
  // A form that is both plain and past, such as `set`, is plain.
  for (const form of ['plain', 'past', 'present', 'progressive'] as const)
    if (!byForm.has(forms[form])) byForm.set(forms[form], { plain, form, isNoun })
}

function conjugate(plain: string): Record<VerbForm, string> {
  const isDoubled = doubledVerbs.has(plain) || /^[^aeiou]{1,4}[aeiou][^aeiouwxy]$/.test(plain)
  const stem = isDoubled ? plain + plain.at(-1) : plain.replace(/(?<!e)e$/, '')
  const regular = /[^aeiou]y$/.test(plain)
    ? `${plain.slice(0, -1)}ied`
    : plain.endsWith('ee')
      ? `${plain}d`
      : `${stem}ed`
  const present = /[^aeiou]y$/.test(plain)
    ? `${plain.slice(0, -1)}ies`
    : /(?:x|sh|ch|s|zz|do|go)$/.test(plain)
      ? `${plain}es`
      : `${plain}s`
  return { plain, past: pasts.get(plain) ?? regular, present, progressive: `${stem}ing` }
}

const prefixes = /^(?:re-?|un|pre-?|auto-?|de-|dis|over)(?=[a-z]{3})/

/** Finds a verb by one of its forms, in lower case; knows also forms such as `re-add` and `unhide`. */
export function findVerb(word: string): FoundVerb | null {
  const known = byForm.get(word)
  if (known) return known
  const [prefix] = prefixes.exec(word) ?? []
  const base = prefix === undefined ? undefined : byForm.get(word.slice(prefix.length))
  return base && prefix !== undefined && (!base.isNoun || prefix.startsWith('re'))
    ? { ...base, plain: prefix + base.plain }
    : null
}

/** Returns a form of a verb that `findVerb` knows, or of one that is conjugated by the rules. */
export function formOf(plain: string, form: VerbForm): string {
  const known = verbs.get(plain)
  if (known) return known[form]
  const [prefix = ''] = prefixes.exec(plain) ?? []
  const base = prefix === '' ? undefined : verbs.get(plain.slice(prefix.length))
  return base ? prefix + base[form] : conjugate(plain)[form]
}
