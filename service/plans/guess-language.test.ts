import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessLanguage } from './guess-language.ts'

// Article 1 of the Universal Declaration of Human Rights, in the official translations.
const article: Record<string, string> = {
  eng: 'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.',
  fra: 'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.',
  deu: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen. Das gilt für die ganze Welt.',
  spa: 'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.',
  ita: 'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza. Questo vale per tutti e non solo per alcuni.',
  por: 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade. Isto não se aplica só a um ou uma.',
}

for (const [language, text] of Object.entries(article)) {
  test(`a paragraph of ${language} is told by its frequent words`, () => {
    assert.equal(guessLanguage(text), language)
    // As a reader of English would have it.
    assert.equal(guessLanguage(text.normalize('NFD').replace(/\p{M}/gu, '')), language)
  })
}

test('too little, or too even, is not told', () => {
  assert.equal(guessLanguage(''), undefined)
  assert.equal(guessLanguage('TOTAL 12.50 EUR'), undefined)
  assert.equal(guessLanguage('the cat'), undefined)
  assert.equal(
    guessLanguage(`${article['eng']} ${article['fra']} ${article['fra']?.slice(0, 60)}`),
    undefined,
  )
})
