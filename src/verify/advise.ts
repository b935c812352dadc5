const advice: [about: RegExp, whatToDo: string][] = [
  [/^says .* nowhere in the evidence$|nothing of the kind$/, 'leave it out, or cite the change that says so'],
  [/, the most is \d+$/, 'shorten it'],
  [/^is more than one line$/, 'write one line'],
  [/^is empty$/, 'write a sentence, or leave the change out with a reason'],
  [/^is not in English$/, 'write in English, or name the language in `language`'],
  [/^mixes alphabets /, 'write the word in one alphabet'],
  [/^holds a secret$/, 'take it out, and have it changed wherever it is in use'],
  [/^repeats the instructions/, 'tell what changed instead'],
  [/^has (?:a backtick|an empty code span)/, 'put code between two single backticks'],
]

// Faults that say themselves what to do.
const complete = /; [a-z]|: call things /

/** A fault of a wording together with what its writer is to do. */
export function advise(fault: string): string {
  const whatToDo = advice.find(([about]) => about.test(fault))?.[1]
  if (whatToDo === undefined && complete.test(fault)) return fault
  return `${fault}; ${whatToDo ?? 'take it out'}`
}
