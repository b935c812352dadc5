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
abandon absorb accept accommodate accumulate achieve acknowledge acquire activate adapt add adhere adjust adopt
advance advertise advise aggregate align alleviate allocate allow alphabetize alter amend analyze animate annotate
announce anonymize appease append apply approve archive ask assert assign associate assume assure attach augment
authenticate authorize auto-close auto-detect automate avoid await backfill bake batch begin blacken bolster
bootstrap bridge brighten bring broaden calculate calibrate camelize cancel canonicalize capitalize carve catch
centralize characterize choose clarify classify clean coalesce coerce collect colorize combine compensate compile
comply compress compute concatenate conclude condense configure confine confirm conform connect consider consolidate
construct consume contain continue contribute converge convert convey cope correct correlate create customize dampen
darken deactivate deallocate decide declare decline decode decommission decompose decouple decrease decrement dedup
dedupe deduplicate deepen defer define deflake delegate delete deliver demangle demonstrate demote denote deny
deoptimize depend deprecate dereference deregister derive describe deserialize destroy destructure desugar detach
detect determine diagnose differentiate disable disallow disambiguate discard disconnect discourage discover dismiss
dispatch dispose disregard disrupt distinguish distribute ditch divert drop eager-load eject elaborate elevate elide
eliminate embed emit emphasize enable encapsulate enclose encode encourage encrypt enforce enhance enlarge enrich
ensure enter equip eradicate erase establish evaluate evict evolve examine exclude execute exempt exhaust expand
expect expedite expire explain explore expose extend externalize extract facilitate factor factorize fasten fetch
finalize find finish fix flatten follow forbid forego forget formalize foster funnel gather generalize generate get
give grant guarantee hardcode harden harmonize hide hoist honor honour hydrate identify ignore implement improve
include incorporate increment indicate infer inflate inform inherit initialize inject insert inspect install
instantiate instrument insulate integrate intercept interleave intern internalize interpolate interpret intersect
introduce introspect invalidate invert investigate invoke isolate iterate jettison keep launch leave let leverage
lift linkify localize locate loosen lose lower lowercase maintain make manage mangle marshal materialize maximize
memoise memoize mention migrate minify minimize mitigate modernize modify modularize mutate narrow need negate
negotiate normalize notify nuke nullify obey obfuscate observe obsolete obtain obviate offload omit onboard optimize
organize overhaul overlay overscan oversee overwrite parallelize parameterize parametrize parenthesize parse peek
perform permit persist pinpoint placate plumb pluralize polish polyfill populate postpone pre-bundle pre-size
preallocate precompile precompute predict preempt prefer prefill prefilter prepare prepend preprocess presume
prettify prevent prioritize privatize produce prohibit promote propagate protect prove provide prune purge put
qualify quantize quiet randomize rationalize readd reapply rearrange reassign rebuild recalculate recast receive
reclaim recognize recommend recompile recompute reconcile reconstruct recover recreate rectify recurse redact
redefine redesign redirect redo redraw reduce reenable refactor refine reflect refocus reformat reformulate reframe
refuse regenerate register regroup reify reimplement reinforce reinstate reintroduce reject rekey relabel relax
reload relocate rely remedy remember remove rename render reorder reorganize repair rephrase replace replicate
repoint reposition represent reproduce repurpose require rescale rescue resolve respect respond restart restore
restrain restrict restructure restyle resume resurrect resync retain retarget rethrow retire retrieve revamp reveal
revise revive revoke rewind reword rewrite rid rotate sanitize satisfy save say scaffold scramble scrub seek select
send separate serialize serve settle shorten shrink sidestep silence simplify simulate singularize solve specify
squash squelch stabilize standardize stop streamline strengthen stringify strip subscribe substitute subsume
subtract succeed suggest summarize supersede suppress surround suspend swallow swap synchronize synthesize tackle
take tell terminate tighten tokenize tolerate transcribe translate transmit transpile transpose traverse treat
tree-shake trim truncate tweak unblock unbox unbreak unbundle uncomment undo unescape unexport unflake unfold
unfreeze unify uninstall unlink unlock unnest unpack unpin unquote unregister unroll unset unskip unsubscribe
untangle unwatch unwrap upcast update upgrade uppercase use utilize validate vectorize verify visualize wait wake
warn weaken widen withdraw wrap write yield`

// Verbs whose plain form is also a noun or an adjective: `Build script fails`, `Complete rewrite`.
const ambiguousVerbs = `
abort access address alias allowlist anchor answer attempt audit back backport bail balance ban base bench benchmark
bind bisect blacklist bless block boot box break buffer build bump bundle bust bypass cache call cap capture carry
cast cause center chain change charge check cherry-pick claim clamp clear clone close cluster collapse color colour
comment commit compact compare complete compose conflict constrain control copy count couple cover crash cut cycle
deal debounce debug default degrade delay demand deploy design detail diff display divide document double downgrade
download drain draw drive dump duplicate echo edit end err error escape estimate exercise exit export fail fall
fast-forward favor favour fence file fill filter fire flag flesh flip flow flush focus fold force fork format
forward free freeze gate glob go group grow guard guess hack halt hand handle hash help highlight hint hold hook
import increase indent index init inline input issue join jump key kick kill label land lazy-load lease limit line
link lint list listen load lock log look lookup loop map mark mask match measure merge mirror mix mock model monitor
mount move mute name namespace nest note nudge number offer open opt order outline output override own pack package
pad page paint pair panic pare park pass patch pause pick pin pipe place plug point poll pool pop port position post
prefetch prefix preload present preserve press preview prime print probe process profile prompt propose prototype
proxy publish pull push query queue quote race raise range rank rate rate-limit reach read reap rebase rebrand
recheck record refer reference refresh relay release remap repeat report request reroute rerun reserve reset resize
rest retry return reuse reverse revert review revisit rework rip roll rollback root round route run safeguard sample
sandbox scale scan schedule scope score scroll search seed set shadow shape shard share shift shim ship
short-circuit show showcase shuffle shut sign signal size skip slice slow smooth snap snapshot sort source space
spawn special-case specialize speed spell spellcheck spin split spread sprinkle stage start stash state steal step
stick store stream stub style submit support surface suspect switch symlink sync tag tail target teach tear test
thread throttle throw tidy time toggle touch trace track train transfer transform transition trap trigger trust try
tune turn type type-check typecheck underline union unmount upload value vary vendor version view visit void walk
warm watch weigh whitelist wipe wire work zero zip zoom`

const irregularPasts: [plain: string, past: string][] = [
  ['begin', 'began'],
  ['bind', 'bound'],
  ['break', 'broke'],
  ['bring', 'brought'],
  ['build', 'built'],
  ['catch', 'caught'],
  ['choose', 'chose'],
  ['cut', 'cut'],
  ['deal', 'dealt'],
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
  ['oversee', 'oversaw'],
  ['overwrite', 'overwrote'],
  ['put', 'put'],
  ['read', 'read'],
  ['rebuild', 'rebuilt'],
  ['recast', 'recast'],
  ['redo', 'redid'],
  ['redraw', 'redrew'],
  ['rerun', 'reran'],
  ['reset', 'reset'],
  ['rethrow', 'rethrew'],
  ['rewind', 'rewound'],
  ['rewrite', 'rewrote'],
  ['rid', 'rid'],
  ['run', 'ran'],
  ['say', 'said'],
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
  ['steal', 'stole'],
  ['stick', 'stuck'],
  ['take', 'took'],
  ['teach', 'taught'],
  ['tear', 'tore'],
  ['tell', 'told'],
  ['throw', 'threw'],
  ['unbreak', 'unbroke'],
  ['undo', 'undid'],
  ['unfreeze', 'unfroze'],
  ['unset', 'unset'],
  ['wake', 'woke'],
  ['withdraw', 'withdrew'],
  ['write', 'wrote'],
]

// The stress of these verbs is on the last syllable, so their last letter is doubled: `deferred`.
const doubledVerbs = new Set(
  'commit debug defer emit equip infer omit permit prefer refer rerun remap submit transfer transmit unpin unplug unset unskip unwrap'.split(
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
