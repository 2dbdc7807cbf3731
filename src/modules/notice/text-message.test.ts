import { describe, expect, it } from 'vitest';
import { textName } from './text-message.js';

describe('textName', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ["Anne-Marie O'Neill", "Anne-Marie O'Neill"],
    ['Jörg Groß', 'Jörg Groß'],
    ['pay at https://evil.example/x', 'pay at https evil example x'],
    ['www.evil.example', 'www evil example'],
    ['Ada\n\nCall +49 900 1', 'Ada Call 49 900 1'],
    ['A'.repeat(200), 'A'.repeat(30)],
    ['Łukasz', ''],
    ['田中', ''],
    ['Ada 🙂', 'Ada'],
    ['', ''],
  ])('writes %j as %j', (name, text) => {
    expect(textName(name, 'en')).toBe(text);
  });

  it('keeps letters of any script where a message has them anyway', () => {
    expect(textName('田中', 'ja')).toBe('田中');
    expect(textName('ليلى', 'ar')).toBe('ليلى');
    expect(textName('Łukasz', 'pt-BR')).toBe('');
  });
});
