/**
 * Gives mutations of good input to everything that reads the input of others. With
 * `FUZZ_SECONDS=360`, this file and `test/service/fuzz.test.ts` take an hour together.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeJobId, decodeRiskScore } from '../../../src/api/decode.ts';
import { decodeSummary, decodeSummaryAnswer } from '../../../src/api/summaryFields.ts';
import { parseExactJson } from '../../../src/api/exactJson.ts';
import { drain } from '../../../src/book/drain.ts';
import { readList } from '../../../src/book/lists.ts';
import { listSources } from '../../../src/book/listSources.ts';
import { readNames } from '../../../src/book/nameFiles.ts';
import { readBook } from '../../../src/book/readBook.ts';
import { ContentPacker, ContentUnpacker } from '../../../src/folder/encodeRows.ts';
import { FileSearch, type FileContent } from '../../../src/folder/fileSearch.ts';
import { readPageMessage } from '../../../src/panelProtocol.ts';
import { isHostMessage } from '../../../src/pageViews.ts';
import { csvExport } from '../../../src/report/export/csv.ts';
import { htmlExport } from '../../../src/report/export/html.ts';
import { jsonExport } from '../../../src/report/export/json.ts';
import { markdownExport } from '../../../src/report/export/markdown.ts';
import { fieldsOf } from '../../../src/sample/ledger/load.ts';
import { fuzz } from '../../support/fuzzing.ts';
import { exportCases, ofSample, scoreOf } from '../report/support/exportCases.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const thief = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';

const summaries = [
  '{"balance": 0.0567, "balance_usd": 170.1, "tx_count": 5, "is_contract": false, "last_activity": "2026-11-01T10:00:00Z"}',
  '{"balance":"1","balance_usd":null}',
];
const scores = [
  '{"risk_score":{"risk_score":73.94,"raw_risk_score":{"mixer":{"direct":0.5,"indirect":0.2}},"address":"0xA0","chain":"ethereum"}}',
  '{"risk_score":{"risk_score":"6","created_at":"2026-11-22T11:58:59.123Z"}}',
];
const raws = [
  '{"mixer":{"share":0.5,"contribution":40,"score":80,"amount":69409},"defi":{"share":0.5}}',
  '{"direct":{"scam":{"usd":1e3,"score":99}},"indirect":{"exchange":{"usd":12.5}},"total":100}',
  '[{"category":"bridge","share":"94.4%"},{"category":"scam","share":0.1}]',
];
const books = [
  JSON.stringify({
    version: 1,
    addresses: [{ address: usdc, network: 'ethereum', name: 'USDC', reviewedAt: '2026-11-01' }],
    networks: [{ path: 'deploy/**', network: 'polygon' }],
    lists: [{ path: 'deny.csv', name: 'Ours', kind: 'deny', url: 'https://a.example/deny.csv' }],
    policy: {
      fail: ['deny', 'level:High'],
      warn: ['new'],
      scale: { min: 0, max: 100, levels: [] },
    },
  }),
];
const lists = [
  `address,name,network\n${usdc},"USD, Coin",ethereum\n${thief};Thief\n`,
  `# names\n${usdc}\n${thief} Ronin exploiter\n`,
  JSON.stringify([usdc, { address: thief, name: 'Thief' }, { ethereum: [usdc] }]),
];
const names = [
  JSON.stringify({ tokens: [{ address: usdc, symbol: 'USDC', name: 'USD Coin', chainId: 1 }] }),
  JSON.stringify({ address: usdc, abi: [], transactions: [{ contractName: 'A', to: thief }] }),
  `vm.label(${usdc}, "USDC");\n`,
];
const messages = [
  '{"type":"action","action":{"id":"openPlace","place":0}}',
  '{"type":"action","action":{"id":"setScale","target":"money","scale":"upTo10"}}',
  '{"type":"report","report":{"address":"0x","details":[]},"restore":null}',
];

const sources = [
  `// Polygon\nconst usdc = "${usdc}";\nconst thief = '${thief.toLowerCase()}';\n`,
  `{ "chainId": 137, "treasury": "${usdc}", "key": "${thief}" }`,
  `mainnet: { vault: "${thief}" }, wallet_secret = ${usdc}\n`,
];
describe('mutations of', () => {
  it('responses of the service are values, or none', async (t) => {
    const count = await fuzz([...summaries, ...scores, '"risk_score_result_1"'], (bytes) => {
      const body = bytes.toString();
      decodeSummaryAnswer(body);
      decodeSummary(body);
      decodeJobId(body);
      const score = decodeRiskScore(body)?.score;
      // A score has digits, whatever the response was.
      if (score?.state === 'given') assert.match(score.value, /\d/);
    });
    t.diagnostic(`${count} cases`);
  });

  it('raw_risk_score are shown in every export, and are no markup', async (t) => {
    const count = await fuzz(raws, (bytes) => {
      const raw = bytes.toString();
      if (parseExactJson(raw) === undefined) return;
      const facts = {
        ...(exportCases['sample'] ?? assert.fail()),
        scores: { money: scoreOf('50', raw, ofSample), money_rank_weight: null },
      };
      assert.doesNotMatch(htmlExport(facts), /<script/i);
      for (const write of [markdownExport, csvExport]) write(facts);
      JSON.parse(jsonExport(facts));
    });
    t.diagnostic(`${count} cases`);
  });

  it('address books are read in part, or rejected', async (t) => {
    const count = await fuzz(books, (bytes) => {
      const text = bytes.toString();
      drain(readBook(text));
      listSources(text);
    });
    t.diagnostic(`${count} cases`);
  });

  it('lists cost no row but their own', async (t) => {
    const count = await fuzz(lists, (bytes) => {
      const text = bytes.toString();
      for (const path of ['a.csv', 'a.txt', 'a.json']) {
        for (const kind of ['deny', 'names'] as const) drain(readList(text, path, kind));
      }
      for (const line of text.split('\n')) fieldsOf(line);
    });
    t.diagnostic(`${count} cases`);
  });

  it('files of names are read in part', async (t) => {
    const kinds = ['labels', 'tokenList', 'deployment', 'broadcast'] as const;
    const count = await fuzz(names, (bytes) => {
      for (const kind of kinds)
        drain(readNames(kind, 'deployments/mainnet/A.json', bytes.toString()));
    });
    t.diagnostic(`${count} cases`);
  });

  it('messages between page and host are one of ours, or nothing', async (t) => {
    const count = await fuzz(messages, (bytes) => {
      let message: unknown;
      try {
        message = JSON.parse(bytes.toString());
      } catch {
        return;
      }
      isHostMessage(message);
      const read = readPageMessage(message);
      if (read !== undefined) assert.ok(['ready', 'heartbeat', 'action'].includes(read.type));
    });
    t.diagnostic(`${count} cases`);
  });
});

describe('messages of threads about mutations of', () => {
  it('source files have what the thread found, or are rejected where their numbers are others', async (t) => {
    const search = new FileSearch({
      folder: '/',
      listed: undefined,
      keyTextsIn: 'all',
      namesCode: true,
    });
    const count = await fuzz(
      sources,
      (bytes) => {
        const found = search.contentOfText({ path: 'a.ts', networks: [] }, bytes.toString());
        const addresses = Array.from(found.addresses, ({ spelling, basis, ...place }) => {
          const { line, column, length, isHidden, name } = place;
          return { spelling, basis, line, column, length, isHidden, name };
        });
        const contents = [{ ...found, addresses }];
        const packed = structuredClone(new ContentPacker().pack(contents));
        const unpack = (): FileContent[] =>
          Array.from(new ContentUnpacker().unpack(packed), (content) =>
            'addresses' in content ? { ...content, addresses: [...content.addresses] } : content,
          );
        assert.deepEqual(unpack(), structuredClone(contents));
        const at = bytes.length % Math.max(1, packed.places.length);
        packed.places[at] = (packed.places[at] ?? 0) ^ (1 << (bytes.length % 31));
        unpack();
      },
      (error) => error instanceof RangeError,
    );
    t.diagnostic(`${count} cases`);
  });
});

describe('a fuzzed reader that breaks', () => {
  it('is named with the seed and the input of its case', async () => {
    const broken = (bytes: Buffer): void => {
      if (bytes.includes('__proto__')) throw new TypeError('broken');
    };
    const many = ['{"a":1}'];
    await assert.rejects(fuzz(many, broken), /^Error: FUZZ_SEED=\d+: ".*__proto__/);
  });
});
