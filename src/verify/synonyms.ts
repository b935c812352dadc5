import { stemOf } from './word-forms.ts'

/** Words that release notes use for the same thing; a text may use one for another. */
const groups = `
abort cancel stop terminate quit close exit end shut shutdown kill
accept allow permit let enable support
account consider
accidentally unexpectedly unintentionally mistakenly wrongly erroneously inadvertently
add introduce create implement new
argument parameter option flag
attempt try retry repeat
avoid prevent stop forbid disallow reject refuse deny block
begin start launch open
blame point
bug defect issue problem error failure fault
build compile generate produce construct
bump raise upgrade update increase
call invoke invocation
catch detect recognise recognize find identify
change modify alter adjust edit
check verify validate validation test
choose select pick choice
clean clear tidy cleanup purge
collapse simplify consolidate merge unify combine join
consistent normalise normalize align harmonise
contain include hold have
correct fix repair resolve right proper properly
crash panic abort segfault
dead unused unneeded unnecessary redundant obsolete
deduplicate dedupe duplicate twice double repeated again
define declare specify definition declaration
delete remove drop erase purge prune strip kill discard gone away
directory folder dir
disable off deactivate
discard drop throw
display show render print present
document documentation note describe explain docs clarify guide readme
dispatch route send
emit output print write
empty blank missing absent
encounter occur happen
endpoint route
evaluate evaluation compute calculate
execute run execution invoke
extend expand widen
extract move lift hoist split separate
fail failure error
fall fallback
fast quick speed perf performance
fetch download retrieve load get
function method helper
gracefully properly correctly cleanly
guard protect
hang freeze block deadlock stuck
hide occlude conceal invisible
hint suggestion suggest
honor honour respect obey follow
hyperlink link url
ignore skip omit leave exclude except
improve enhance better refine polish
initial initialise initialize start
instrument notification
keep preserve retain maintain stay remain
key binding keybinding shortcut
ip address
ansi escape code
later newer greater above minimum
limit restrict constrain cap bound
line row
list enumerate
log logging record
lower reduce decrease shrink shorten less fewer
message text string
migrate move switch port convert transition
mutate modify change pure
name title label
null nil none undefined empty
old legacy outdated former previous earlier
optional optionally
order sort sequence
output stdout print
override replace overwrite
parse read
pin fix lock
query ask request
quote escape
raise throw
receive get accept
refactor restructure rewrite reorganise reorganize rework cleanup simplify
relax loosen
rename call
replace swap substitute switch migrate instead place
report show display raise
require need must minimum oldest least
reset restore clear
return give yield
reuse share
safe safely
save store persist write
search find lookup
several multiple many
send write transmit post
serialise serialize dump output include
setting config configuration option preference
shell command
show display
single one once
site page
size length width height
speed fast
state status
tighten strict stricter raise tidy
tool command
type kind
unblock fix allow enable
unset empty
use utilise utilize employ adopt
value number
vulnerability cve security traversal injection exploit
warn warning
wait sleep delay
window pane
write written wrote writing
yield return
broken break breaking fail
fell fall falling
`

const groupsOf = new Map<string, number[]>()
for (const [index, line] of groups.trim().split('\n').entries()) {
  for (const word of line.split(' ')) {
    const stem = stemOf(word)
    const known = groupsOf.get(stem)
    if (known) known.push(index)
    else groupsOf.set(stem, [index])
  }
}
const members = groups
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(stemOf))

/** Returns the stems of the words that can stand for a word, by its stem. */
export function synonymsOf(stem: string): string[] {
  return (groupsOf.get(stem) ?? []).flatMap((index) => members[index]!)
}
