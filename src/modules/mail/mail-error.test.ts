import { describe, expect, it } from 'vitest';
import { mailErrorReason, readDeliveryReport } from './mail-error.js';

describe('mailErrorReason', () => {
  it.each([
    ['552 5.2.2 Mailbox full', 'mailbox_full'],
    ['452 4.2.2 Over quota', 'mailbox_full'],
    ['452 Insufficient storage', 'mailbox_full'],
    ['552 Storage exceeded', 'mailbox_full'],
    ['552-5.2.2 Mailbox full', 'mailbox_full'],
    ['5.2.2', 'mailbox_full'],
    ['550 5.1.1 No such user', 'unknown_address'],
    ['552 5.3.4 Message too big', null],
    ['550 5.7.1 Blocked', null],
    ['550 No such user', null],
    ['421 Try 5.2.2.9', null],
    ['5.2.2.9 is blocked', null],
    ['', null],
    [null, null],
  ])('%j is %s', (response, reason) => {
    expect(mailErrorReason(response)).toBe(reason);
  });
});

describe('readDeliveryReport', () => {
  const report = (...fields: string[]) =>
    ['The mail could not be delivered.', '', ...fields, ''].join('\r\n');

  it.each([
    [['Action: failed', 'Status: 5.2.2'], { isFinal: true, error: '5.2.2' }],
    [['Action: delayed', 'Status: 4.2.2'], { isFinal: false, error: '4.2.2' }],
    [['Status: 4.2.2 (quota)'], { isFinal: false, error: '4.2.2' }],
    // The server gave up after days of temporary errors.
    [['action: Failed', 'status: 4.2.2'], { isFinal: true, error: '4.2.2' }],
    [['Action: delivered', 'Status: 2.0.0'], { isFinal: false, error: '2.0.0' }],
    [
      ['Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp;', ' 552 5.2.2 Mailbox', '\tfull'],
      { isFinal: true, error: '552 5.2.2 Mailbox full' },
    ],
    [
      ['Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: X-Local; unknown'],
      { isFinal: true, error: '5.1.1' },
    ],
    [[], { isFinal: true, error: null }],
  ])('reads %j', (fields, expected) => {
    expect(readDeliveryReport(report(...fields))).toEqual(expected);
  });
});
