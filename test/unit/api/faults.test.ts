import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultOf } from '../../../src/api/faults.ts';

const coded = (code: string, more: object = {}): Error =>
  Object.assign(new Error('TAINT'), { code, ...more });

describe('the fault behind an error', () => {
  for (const [name, error, expected] of [
    ['without a code', new Error('TAINT'), { kind: 'network' }],
    ['with a code that is not text', Object.assign(new Error(), { code: 7 }), { kind: 'network' }],
    ['that is no Error', 'TAINT', { kind: 'network' }],
    ['that is nothing', undefined, { kind: 'network' }],
    ['of the connection', coded('ECONNRESET'), { kind: 'network', code: 'ECONNRESET' }],
    ['of a proxy', coded('UND_ERR_PRX_TLS'), { kind: 'proxy', code: 'UND_ERR_PRX_TLS' }],
    ['of a tunnel', coded('UND_ERR_ABORTED'), { kind: 'proxy', code: 'UND_ERR_ABORTED' }],
    [
      'that wraps a socket',
      coded('UND_ERR_SOCKET', { cause: coded('EPIPE') }),
      { kind: 'network', code: 'EPIPE' },
    ],
    ['that wraps nothing', coded('UND_ERR_SOCKET'), { kind: 'network', code: 'UND_ERR_SOCKET' }],
    [
      'of every address of a host',
      new AggregateError([coded('ECONNREFUSED'), coded('EHOSTUNREACH')]),
      { kind: 'network', code: 'ECONNREFUSED' },
    ],
  ] as const) {
    it(`is known for one ${name}, without its message`, () =>
      assert.deepEqual(faultOf(error), expected));
  }

  for (const [kind, codes] of [
    [
      'tls',
      [
        ...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'],
        ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'HOSTNAME_MISMATCH'],
        ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CRL_HAS_EXPIRED', 'EPROTO'],
      ],
    ],
    [
      'timeout',
      [
        ...['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
        ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
      ],
    ],
    ['network', ['ENOTFOUND', 'ENO_CERT_STORE', 'UND_ERR_INFO']],
  ] as const) {
    for (const code of codes) {
      it(`is of kind ${kind} for ${code}`, () =>
        assert.deepEqual(faultOf(coded(code)), { kind, code }));
    }
  }
});
