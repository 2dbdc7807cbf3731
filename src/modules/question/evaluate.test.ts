import { describe, expect, it } from 'vitest';
import { sampleQuestion as question } from '../../../test/answer/support/question.js';
import {
  type AnswerValue,
  currentAnswers,
  isFlagged,
  missingKeys,
  needsComment,
  needsEvidence,
  type Question,
  shownKeys,
  storedValue,
  valueFlaw,
} from './evaluate.js';
import { objectiveKindOf } from './objective.js';

const options = ['red', 'blue', 'green'].map((key) => ({ key, label: key }));
const text = (length: number) => 'x'.repeat(length);

describe('valueFlaw', () => {
  const number = { kind: 'number' as const };
  it.each<[string, Partial<Question>, unknown, boolean]>([
    ['yes', {}, 'yes', true],
    ['no', {}, 'no', true],
    ['another word', {}, 'maybe', false],
    ['a boolean', {}, true, false],
    ['an option', { kind: 'choice', options }, 'red', true],
    ['no option', { kind: 'choice', options }, 'black', false],
    ['a list for a choice', { kind: 'choice', options }, ['red'], false],
    ['one of the choices', { kind: 'choices', options }, ['red'], true],
    ['all choices', { kind: 'choices', options }, ['blue', 'red', 'green'], true],
    ['no choices', { kind: 'choices', options }, [], false],
    ['a choice twice', { kind: 'choices', options }, ['red', 'red'], false],
    ['an unknown choice', { kind: 'choices', options }, ['red', 'black'], false],
    ['a number', number, 1.234567, true],
    ['a number as text', number, '1', false],
    ['an infinite number', number, Number.POSITIVE_INFINITY, false],
    ['the minimum', { ...number, minimum: 2 }, 2, true],
    ['less than the minimum', { ...number, minimum: 2 }, 1.99, false],
    ['the maximum', { ...number, maximum: 2 }, 2, true],
    ['more than the maximum', { ...number, maximum: 2 }, 2.01, false],
    ['a whole number', { ...number, decimals: 0 }, 7, true],
    ['a fraction for a whole number', { ...number, decimals: 0 }, 7.5, false],
    ['as many digits as allowed', { ...number, decimals: 2 }, 0.29, true],
    ['one digit too many', { ...number, decimals: 2 }, 0.291, false],
    ['six digits', { ...number, decimals: 6 }, 0.123456, true],
    ['an empty text', { kind: 'text' }, '', false],
    ['the shortest text', { kind: 'text' }, 'x', true],
    ['the longest text', { kind: 'text' }, text(2000), true],
    ['a text too long', { kind: 'text' }, text(2001), false],
    ['2000 characters beyond the basic plane', { kind: 'text' }, '😀'.repeat(2000), true],
    ['a moment', { kind: 'date_time' }, '2026-01-31T12:00:00Z', true],
    ['a moment with an offset', { kind: 'date_time' }, '2026-01-31T12:00:00.5+02:00', true],
    ['a moment without an offset', { kind: 'date_time' }, '2026-01-31T12:00:00', false],
    ['a day that does not exist', { kind: 'date_time' }, '2026-02-30T12:00:00Z', false],
    ['a day alone', { kind: 'date_time' }, '2026-01-31', false],
  ])('validates %s', (_name, fields, value, fits) => {
    expect(valueFlaw(question(fields), value) === null).toBe(fits);
  });
});

describe('storedValue', () => {
  it('stores moments in UTC and choices in the order of the options', () => {
    const moment = storedValue(question({ kind: 'date_time' }), '2026-01-31T12:00:00+02:00');
    expect(moment).toBe('2026-01-31T10:00:00.000Z');
    expect(storedValue(question({ kind: 'choices', options }), ['blue', 'red'])).toEqual([
      'red',
      'blue',
    ]);
  });
});

describe('conditions of a question', () => {
  const choices = { kind: 'choices' as const, options };
  it.each<[Question['evidenceWhen'], Partial<Question>, AnswerValue | null, boolean]>([
    [null, {}, 'yes', false],
    ['always', {}, 'yes', true],
    ['always', {}, null, false],
    [['no'], {}, 'no', true],
    [['no'], {}, 'yes', false],
    [['red'], choices, ['red', 'blue'], true],
    [['red'], choices, ['blue'], false],
    [[0], { kind: 'number' }, 0, true],
    [[0], { kind: 'number' }, 1, false],
  ])('%j needs a photo and a comment for %j %j: %j', (when, fields, value, needed) => {
    expect(needsEvidence(question({ ...fields, evidenceWhen: when }), value)).toBe(needed);
    expect(needsComment(question({ ...fields, commentWhen: when }), value)).toBe(needed);
  });

  const number = { kind: 'number' as const };
  it.each<[Question['flagWhen'], Partial<Question>, AnswerValue | null, boolean]>([
    [null, {}, 'no', false],
    [['no'], {}, 'no', true],
    [['no'], {}, 'yes', false],
    [['no'], {}, null, false],
    [['cannot_tell'], {}, null, true],
    [['cannot_tell'], {}, 'no', false],
    [['no', 'cannot_tell'], {}, null, true],
    [['red'], choices, ['red', 'blue'], true],
    [{ below: 3 }, number, 2.9, true],
    [{ below: 3 }, number, 3, false],
    [{ above: 3 }, number, 3, false],
    [{ above: 3 }, number, 3.1, true],
    [{ below: 1, above: 3 }, number, 2, false],
    [{ below: 1, above: 3 }, number, 4, true],
    [{ below: 1 }, number, null, false],
    [[{ below: 1 }, 5, 'cannot_tell'], number, 0, true],
    [[{ below: 1 }, 5, 'cannot_tell'], number, 5, true],
    [[{ below: 1 }, 5, 'cannot_tell'], number, null, true],
    [[{ below: 1 }, 5, 'cannot_tell'], number, 4, false],
  ])('%j flags %j %j: %j', (when, fields, value, flagged) => {
    expect(isFlagged(question({ ...fields, flagWhen: when }), value)).toBe(flagged);
  });
});

describe('questions that depend on others', () => {
  const questions = [
    question({ questionKey: 'open' }),
    question({
      questionKey: 'since',
      kind: 'text',
      showWhen: { questionKey: 'open', values: ['no'] },
    }),
    question({
      questionKey: 'source',
      required: false,
      showWhen: { questionKey: 'since', values: ['May'] },
    }),
  ];
  const answer = (questionKey: string, value: AnswerValue | null) => ({ questionKey, value });

  it.each([
    ['nothing is answered', [], ['open'], ['open']],
    ['the answer leads to no other question', [answer('open', 'yes')], ['open'], []],
    ['the answer leads to another question', [answer('open', 'no')], ['open', 'since'], ['since']],
    ['the answer is cannot_tell', [answer('open', null)], ['open'], []],
    [
      'a chain is answered',
      [answer('open', 'no'), answer('since', 'May')],
      ['open', 'since', 'source'],
      [],
    ],
    [
      'an answer hides an answered question',
      [answer('open', 'yes'), answer('since', 'May')],
      ['open'],
      [],
    ],
  ])('have the expected shown and missing keys if %s', (_name, answers, shown, missing) => {
    expect([...shownKeys(questions, answers)]).toEqual(shown);
    expect(missingKeys(questions, answers)).toEqual(missing);
  });

  it('are excluded from the current answers while hidden', () => {
    const answers = [answer('since', 'May'), answer('open', 'yes')];
    expect(currentAnswers(questions, answers)).toEqual([answer('open', 'yes')]);
  });
});

describe('objectiveKindOf', () => {
  it.each([
    ['Is the shop open?', 'yes_no'],
    ['is the shop open', 'yes_no'],
    ['Are the lights on?', 'yes_no'],
    ['Isn’t the shop closed?', 'yes_no'],
    ['Does the sign hang', 'yes_no'],
    ['Did the move happen?', 'yes_no'],
    ['Has the fence been repaired?', 'yes_no'],
    ['Have the lights been repaired?', 'yes_no'],
    ['Have a look at the roof', 'text'],
    ['Do they sell bread?', 'yes_no'],
    ['Do photograph the back', 'text'],
    ['Can a wheelchair enter?', 'yes_no'],
    ['Will it be ready in May?', 'yes_no'],
    ['Check whether the shop is open', 'yes_no'],
    ['Please verify that the sign is in place.', 'yes_no'],
    ['Whether the shop is open or not', 'yes_no'],
    ['Is it red or blue?', 'text'],
    ['Is it open, and how many people wait?', 'text'],
    ['How many cars are in the lot?', 'text'],
    ['Photograph the roof', 'text'],
    ['Island ferry timetable', 'text'],
    ['Opening hours?', 'text'],
    ['Hay quality of the bales', 'text'],
    ['Hours in São Paulo?', 'text'],
    ['Was the shop open?', 'yes_no'],
    ['Wasn’t the shop open?', 'yes_no'],
    ['Am I at the right door?', 'yes_no'],
    ['Is the shop open? What are the hours?', 'text'],
    ['Can you tell me how many cars are parked?', 'text'],
    ['What is the est. value of the car?', 'text'],
    ['What time (EST) does it close?', 'text'],

    ['Ist der Laden offen?', 'yes_no'],
    ['Hängt das Schild noch über der Tür?', 'yes_no'],
    ['Gibt es einen Parkplatz vor dem Haus?', 'yes_no'],
    ['Bitte prüfen Sie, ob die Baustelle abgesperrt ist.', 'yes_no'],
    ['Ist der Laden offen oder nicht?', 'yes_no'],
    ['Ist die Tür rot oder blau?', 'text'],
    ['Ist der Laden offen, und wann schließt er?', 'text'],
    ['Wie viele Autos stehen auf dem Parkplatz?', 'text'],
    ['Prüfen Sie, wann der Laden öffnet.', 'text'],
    ['Öffnungszeiten?', 'text'],
    ['Was steht auf dem Schild?', 'text'],
    ['Am Eingang: welche Öffnungszeiten?', 'text'],

    ['Le magasin est-il ouvert ?', 'yes_no'],
    ['Est-ce que l’enseigne est en place ?', 'yes_no'],
    ['Y a-t-il un parking devant la maison ?', 'yes_no'],
    ['La vitrine est éclairée ?', 'yes_no'],
    ['Vérifiez que la porte est fermée.', 'yes_no'],
    ['Vérifier si le chantier est clôturé', 'yes_no'],
    ['La porte est-elle rouge ou bleue ?', 'text'],
    ['Qu’est-ce que l’enseigne indique ?', 'text'],
    ['Quand est-ce que le magasin est ouvert ?', 'text'],
    ['Combien de voitures y a-t-il sur le parking ?', 'text'],
    ['Horaires ?', 'text'],

    ['¿Está abierta la tienda?', 'yes_no'],
    ['¿La tienda tiene rampa de acceso?', 'yes_no'],
    ['Hay un aparcamiento delante de la casa?', 'yes_no'],
    ['¿Es este el edificio del anuncio?', 'yes_no'],
    ['Comprobar si el letrero está en su sitio.', 'yes_no'],
    ['¿Está abierta o no?', 'yes_no'],
    ['¿Está abierta o cerrada?', 'text'],
    ['¿Está abierta y a qué hora cierra?', 'text'],
    ['¿Cuántos coches hay en el aparcamiento?', 'text'],
    ['cuantos coches hay?', 'text'],

    ['A loja está aberta?', 'yes_no'],
    ['Há vagas na frente da casa?', 'yes_no'],
    ['O letreiro ainda está na fachada?', 'yes_no'],
    ['É este o prédio do anúncio?', 'yes_no'],
    ['Por favor, verifique se o portão está fechado.', 'yes_no'],
    ['A porta está aberta ou fechada?', 'text'],
    ['A que horas está aberta a loja?', 'text'],
    ['Quantos carros há no estacionamento?', 'text'],
    ['Horário?', 'text'],
    ['Do lado direito, quantas portas há?', 'text'],
    ['Do lado direito, qual é o número?', 'text'],

    ['お店は開いていますか？', 'yes_no'],
    ['看板は出ていますか', 'yes_no'],
    ['店は開いてる？', 'yes_no'],
    ['何か壊れているものはありますか？', 'yes_no'],
    ['工事が終わっているかどうか確認してください。', 'yes_no'],
    ['お店は何時に開きますか？', 'text'],
    ['いつ開きますか', 'text'],
    ['どこから入れますか？', 'text'],
    ['ドアは赤ですか、それとも青ですか？', 'text'],
    ['営業時間？', 'text'],
    ['屋根を撮影してください', 'text'],
    ['店内は静か', 'text'],
    ['店内は静か？', 'yes_no'],
    ['建物のなか', 'text'],
    ['看板に書かれているのは何か', 'text'],
    ['店内の様子はいかがですか', 'text'],

    ['هل المتجر مفتوح؟', 'yes_no'],
    ['هل يمكن الدخول من الباب الخلفي', 'yes_no'],
    ['يرجى التحقق مما إذا كان المتجر مفتوحًا', 'yes_no'],
    ['هل الباب أحمر أم أزرق؟', 'text'],
    ['هل المتجر مفتوح ومتى يغلق؟', 'text'],
    ['كم عدد السيارات في الموقف؟', 'text'],
    ['ساعات العمل؟', 'text'],
    ['هل المتجر مفتوح وما ساعات العمل؟', 'text'],
    ['هل المتجر مفتوح؟ ما ساعات العمل؟', 'text'],
  ])('%s: %s', (objective, kind) => {
    expect(objectiveKindOf(objective)).toBe(kind);
  });
});
