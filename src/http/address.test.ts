import { expect, it } from 'vitest';
import { readConfig, type TrustProxy } from '../config.js';
import { clientAddress } from './address.js';

const off: TrustProxy = { kind: 'off' };
const hops = (count: number): TrustProxy => ({ kind: 'hops', hops: count });
const networks = (...list: string[]): TrustProxy => ({ kind: 'networks', networks: list });

it.each<[string | undefined, string | undefined, TrustProxy, string]>([
  ['192.0.2.9', '198.51.100.1', off, '192.0.2.9'],
  ['::ffff:192.0.2.9', undefined, off, '192.0.2.9'],
  ['10.0.0.1', '198.51.100.1', hops(1), '198.51.100.1'],
  ['10.0.0.1', '203.0.113.7, 198.51.100.1', hops(1), '198.51.100.1'],
  ['10.0.0.1', '203.0.113.7, 198.51.100.1', hops(2), '203.0.113.7'],
  ['10.0.0.1', '198.51.100.1', hops(5), '198.51.100.1'],
  ['10.0.0.1', undefined, hops(1), '10.0.0.1'],
  ['10.0.0.1', 'nonsense', hops(1), '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1:4711', hops(1), '198.51.100.1'],
  ['10.0.0.1', '[2001:db8:1:2:3::1]:4711', hops(1), '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::9', undefined, off, '2001:db8:1:2::/64'],
  ['10.0.0.1', '203.0.113.7, 10.0.0.2', networks('10.0.0.0/8'), '203.0.113.7'],
  ['192.0.2.9', '203.0.113.7', networks('10.0.0.0/8'), '192.0.2.9'],
  ['::1', '203.0.113.7', networks('10.0.0.0/8', '::1/128'), '203.0.113.7'],
  ['10.0.0.1', '203.0.113.7, 10.0.0.2:8080', networks('10.0.0.0/8'), '203.0.113.7'],
  ['::ffff:10.0.0.1', '203.0.113.7', networks('10.0.0.0/8'), '203.0.113.7'],
  ['10.0.0.1', '203.0.113.7, nonsense', networks('10.0.0.0/8'), '10.0.0.1'],
  ['10.0.0.1', '203.0.113.7,nonsense', hops(2), '203.0.113.7'],
  ...['1', '0x7f.1', '0xc6336401', '010.0.0.1', '198.51.100', '198.51.100.01', 'fe80::1%eth0'].map(
    (text): [string, string, TrustProxy, string] => ['10.0.0.1', text, hops(1), '10.0.0.1'],
  ),
  ['10.0.0.1', '203.0.113.7, 0xa.1', networks('10.0.0.0/8'), '10.0.0.1'],
  ['10.0.0.1', '203.0.113.7, 10.1', networks('10.0.0.0/8'), '10.0.0.1'],
  ['10.0.0.1', '::FFFF:198.51.100.1', hops(1), '198.51.100.1'],
  ['10.0.0.1', '2001:DB8:1:2:0::3', hops(1), '2001:db8:1:2::/64'],
  [undefined, undefined, off, 'unknown'],
])(
  'clientAddress of a socket at %s with X-Forwarded-For "%s" and trust in %o is %s',
  (socket, header, trust, address) => {
    expect(clientAddress(socket, header, trust)).toBe(address);
  },
);

it('readConfig reads the trusted proxies and rejects an invalid network', () => {
  const trust = (value: string) => readConfig({ TRUST_PROXY: value }).trustProxy;
  expect(trust('off')).toEqual(off);
  expect(trust('2')).toEqual(hops(2));
  expect(trust('10.0.0.0/8, fd00::/8')).toEqual(networks('10.0.0.0/8', 'fd00::/8'));
  for (const wrong of [
    '0',
    '33',
    'on',
    '10.0.0.1',
    '10.0.0.0/8,',
    'localhost',
    'loopback',
    '0.0.0.0/0',
    '::/0',
  ]) {
    expect(() => trust(wrong)).toThrow(/^TRUST_PROXY must be/);
  }
});
