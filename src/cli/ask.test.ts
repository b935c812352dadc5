import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openPrompt, type Question } from './ask.ts'

/** A prompt with a keyboard and a screen. */
function openTerminal() {
  const input = new PassThrough()
  const stop = new AbortController()
  const shown: string[] = []
  const prompt = openPrompt({
    openStdio: () => ({ input, output: new PassThrough() }),
    printError: (text) => shown.push(text),
    signal: stop.signal,
  })
  return { input, stop, shown, prompt }
}

const color: Question<string> = {
  text: 'Which color?',
  usual: 'red',
  read: (answer) => (/^[a-z]+$/.test(answer) ? { answer } : { error: 'Only small letters.' }),
}

test('Enter accepts what was found', async () => {
  const { input, shown, prompt } = openTerminal()
  input.write('\n')
  expect(await prompt.ask(color)).toBeNull()
  expect(shown).toEqual(['Which color? [red] '])
  prompt.close()
})

test('an invalid answer is explained, and the question asked again', async () => {
  const { input, shown, prompt } = openTerminal()
  input.write('7\nblue\n')
  expect(await prompt.ask(color)).toBe('blue')
  expect(shown).toEqual(['Which color? [red] ', '  Only small letters.\n', 'Which color? [red] '])
  prompt.close()
})

test('answers that are typed ahead are kept', async () => {
  const { input, prompt } = openTerminal()
  input.write('green\nblue\n')
  expect([await prompt.ask(color), await prompt.ask(color)]).toEqual(['green', 'blue'])
  prompt.close()
})

test.each(['the end of the input', 'a signal'])('%s ends the questions', async (way) => {
  const { input, stop, prompt } = openTerminal()
  const answer = prompt.ask(color)
  if (way === 'a signal') stop.abort()
  else input.end()
  await expect(answer).rejects.toThrow('nothing was written')
  prompt.close()
})
