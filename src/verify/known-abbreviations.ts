/**
 * Short forms that developers use for the words after them, as style guides and dictionaries list them: the Google
 * developer documentation style guide, the Microsoft writing style guide, the Jargon File and the abbreviations rule
 * of eslint-plugin-unicorn.
 */
const table = `
addr address
alloc allocate allocation
alt alternative
app application
arch architecture
arg argument
args arguments
arr array
assert assertion
async asynchronous asynchronously
attr attribute
attrs attributes
auth authentication authorization authenticate authorize
authn authentication
authz authorization
avg average
bg background
bin binary
bool boolean
btn button
buf buffer
cb callback
cert certificate
cfg configuration
char character
chars characters
ci continuous integration
cli command line
cmd command
cmp compare
col column
conf configuration
config configuration configure
conn connection
const constant
coords coordinates
ctl control
ctor constructor
ctx context
cur current
curr current
cwd current working directory
db database
decl declaration
def definition define
del delete deletion
dep dependency
deps dependencies
desc description descriptor
dest destination
dev development developer
devdeps development dependencies
diff difference
dir directory folder
dirs directories folders
dirname directory name
dist distribution
doc documentation document
docs documentation documents
dsl domain-specific language
dst destination
dup duplicate
el element
elem element
enum enumeration
env environment variable
err error
eval evaluate evaluation
evt event
exe executable
exec execute execution
expr expression
ext extension
fd file descriptor
fg foreground
fn function
fmt format formatting
freq frequency
fs file system filesystem
func function
gc garbage collection
gen generate generator generation
gh github
gha github actions
gui graphical interface
hdr header
hw hardware
i18n internationalization
id identifier
idx index
impl implementation implement
img image
inc increment
info information
init initialize initialization initialise
int integer
iter iterator iteration
js javascript
k8s kubernetes
kb keyboard
kwarg keyword argument
kwargs keyword arguments
l10n localization
len length
lib library
libs libraries
lang language
loc location
mac macos
max maximum
md markdown
mem memory
mgmt management
mgr manager
min minimum
misc miscellaneous
mod module modifier
msg message
msrv minimum supported rust version
msgs messages
mux multiplexer
nav navigation
net network
nil null
num number
obj object
op operation operator
ops operations
opt option optional
opts options
orig original
os operating system
osx macos
param parameter
params parameters
perf performance
perm permission
perms permissions
pg postgresql postgres
pkg package
pkgs packages
pos position
pr pull request
prs pull requests
prev previous
priv private
prod production
proc process
prop property
props properties
proto protocol
pty pseudo terminal
pub public
pw password
pwd password current working directory
py python
qty quantity
rc release candidate
recv receive
ref reference
refs references
regex regular expression
regexp regular expression
rel relative release
repo repository
repos repositories
req request
res response resource
resp response
ret return
rev revision
rm remove removal
rt runtime
sep separator
seq sequence
sig signature signal
spec specification
specs specifications
src source
stat statistic
stats statistics
stderr standard error
stdin standard input
stdlib standard library
stdout standard output
str string
struct structure
svc service
sw software
sym symbol
sync synchronize synchronous synchronization
sys system
temp temporary
tmp temporary
tls transport layer security
toc table of contents
tpl template
ts typescript
tty terminal
ui user interface interface
util utility
utils utilities
val value
var variable
vars variables
vcs version control
ver version
vm virtual machine
vuln vulnerability
win windows
winsvc windows service
ws websocket whitespace
`

/** The words that each short form stands for. */
export const abbreviationsOf = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([short, ...words]) => [short!, words] as const),
)
