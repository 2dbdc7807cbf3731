import { describe, expect, it } from 'vitest';
import { createTwilio } from './twilio.js';

const twilio = createTwilio({
  url: 'http://sms.test',
  account: 'AC1',
  token: '12345',
  from: '+4915100000000',
});

/** The example of Twilio's documentation. */
const documented = {
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  fields: Object.entries({
    To: '+18005551212',
    From: '+14158675309',
    Digits: '1234',
    Caller: '+14158675309',
    CallSid: 'CA1234567890ABCDE',
  }),
  signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
};

const read = (fields: Record<string, string>) =>
  twilio.read({ url: '', fields: Object.entries({ MessageSid: 'SM1', ...fields }), signature: '' });

describe('isSigned', () => {
  it('accepts the documented signature', () => {
    expect(twilio.isSigned(documented)).toBe(true);
  });

  it.each([
    ['another signature', { signature: 'SSOYDt4T1cUTdK1PDd93/VVr8B8=' }],
    ['no signature', { signature: '' }],
    ['another query', { url: 'https://mycompany.com/myapp.php?foo=1' }],
    ['http', { url: 'http://mycompany.com/myapp.php?foo=1&bar=2' }],
    ['another port', { url: 'https://mycompany.com:8443/myapp.php?foo=1&bar=3' }],
    ['a missing field', { fields: documented.fields.slice(1) }],
    ['another field', { fields: [...documented.fields, ['Body', 'STOP'] as const] }],
  ])('rejects %s', (_name, hook) => {
    expect(twilio.isSigned({ ...documented, ...hook })).toBe(false);
  });

  it('accepts a signature of the URL without its port', () => {
    const url = 'https://mycompany.com:8443/myapp.php?foo=1&bar=2';
    expect(twilio.isSigned({ ...documented, url })).toBe(true);
  });
});

describe('read', () => {
  it.each(['STOP', 'stop', ' Stop. ', 'Unsubscribe', 'CANCEL', 'end', 'Quit!', 'STOPALL'])(
    'reads %j as stop',
    (Body) => {
      const stop = { kind: 'reply', from: '+4915112345678', stops: true, replyId: 'SM1' };
      expect(read({ From: '+4915112345678', Body })).toEqual(stop);
    },
  );

  it.each(['START', 'Start', 'unstop', 'Yes'])('reads %j as start', (Body) => {
    expect(read({ From: '+4915112345678', Body })).toMatchObject({ kind: 'reply', stops: false });
  });

  it.each(['', 'Who is this?', 'Please stop the car', 'stopping', 'START now'])(
    'reads %j as nothing',
    (Body) => {
      expect(read({ From: '+4915112345678', Body, SmsStatus: 'received' })).toBeNull();
    },
  );

  it('prefers the keyword of the account', () => {
    const stop = read({ From: '+1', Body: 'Arret', OptOutType: 'STOP' });
    expect(stop).toMatchObject({ kind: 'reply', stops: true });
    expect(read({ From: '+1', Body: 'STOP', OptOutType: 'HELP' })).toBeNull();
  });

  it.each([
    ['30003', 'number_not_reachable'],
    ['30005', 'number_not_valid'],
    ['30007', 'message_blocked'],
    ['30008', 'not_delivered'],
    ['', 'not_delivered'],
  ])('reads the delivery error %j as %s', (ErrorCode, error) => {
    const report = { kind: 'status', providerMessageId: 'SM1', error };
    expect(read({ MessageStatus: 'undelivered', ErrorCode })).toEqual(report);
    expect(read({ MessageStatus: 'failed', ErrorCode })).toEqual(report);
  });

  it('reads a progress of the message as accepted', () => {
    for (const MessageStatus of ['queued', 'sent', 'delivered']) {
      const report = { kind: 'status', providerMessageId: 'SM1', error: null };
      expect(read({ MessageStatus })).toEqual(report);
    }
  });
});
