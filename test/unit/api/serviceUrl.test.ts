import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readServiceUrl } from '../../../src/api/serviceUrl.ts';

describe('service URL (hazards 45, 63)', () => {
  for (const [input, base, origin] of [
    ['https://risk.example', 'https://risk.example', 'https://risk.example'],
    ['https://risk.example/', 'https://risk.example', 'https://risk.example'],
    ['  https://risk.example/v1//  ', 'https://risk.example/v1', 'https://risk.example'],
    ['https://RISK.example:443', 'https://risk.example', 'https://risk.example'],
    ['https://risk.example:8443/a', 'https://risk.example:8443/a', 'https://risk.example:8443'],
    ['https://10.0.0.7', 'https://10.0.0.7', 'https://10.0.0.7'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.1', 'http://127.0.0.1', 'http://127.0.0.1'],
    ['http://localhost:1', 'http://localhost:1', 'http://localhost:1'],
    ['http://[::1]:1', 'http://[::1]:1', 'http://[::1]:1'],
    ['https://bücher.example', 'https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ] as const) {
    it(`accepts ${input}`, () =>
      assert.deepEqual(readServiceUrl(input), { ok: true, base, origin }));
  }

  for (const [input, problem] of [
    ['', 'empty'],
    ['   ', 'empty'],
    ['risk.example', 'notAUrl'],
    ['//risk.example', 'notAUrl'],
    ['https://', 'notAUrl'],
    ['http://risk.example', 'notHttps'],
    ['http://10.0.0.7', 'notHttps'],
    ['http://169.254.169.254/latest', 'notHttps'],
    ['http://localhost.example', 'notHttps'],
    ['http://127.0.0.1.example', 'notHttps'],
    ['http://0.0.0.0', 'notHttps'],
    ['http://[::ffff:127.0.0.1]', 'notHttps'],
    ['ftp://risk.example', 'notHttps'],
    ['file:///etc/hosts', 'notAUrl'],
    ['javascript:alert(1)', 'notAUrl'],
    ['https://user:secret@risk.example', 'userInfo'],
    ['https://risk.example@evil.example', 'userInfo'],
    ['https://risk.example/?key=1', 'queryOrFragment'],
    ['https://risk.example/?', 'queryOrFragment'],
    ['https://risk.example/#a', 'queryOrFragment'],
    ['https://risk.example./', 'trailingDot'],
  ] as const) {
    it(`rejects ${input || 'nothing'} as ${problem}`, () =>
      assert.deepEqual(readServiceUrl(input), { ok: false, problem }));
  }
});
