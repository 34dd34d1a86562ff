import '../unit/editor/support/vscode.ts';
import { chainOf, createChainReader } from '../../src/evidence/chainOf.ts';
import { pathClue } from '../../src/evidence/path.ts';
import { isKeyShaped, keyMaterialAt } from '../../src/scan/keyMaterial.ts';
import { scanLines } from '../../src/scan/lines.ts';
import { canonicalOf } from '../../src/addresses/occurrence.ts';
import { readAddress } from '../../src/scan/parse.ts';
import { scannedText } from '../../src/families/source.ts';
import { problemOf } from '../../src/addresses/problem.ts';
import { occurrenceAt, scanSlices, scanText } from '../../src/scan/scan.ts';
import { solanaEvidence } from '../../src/families/solanaEvidence.ts';
import { spellingOf } from '../../src/addresses/spelling.ts';
import { decodeJobId, decodeRiskScore } from '../../src/api/decode.ts';
import { decodeSummary } from '../../src/api/summaryFields.ts';
import { startRoute, statusRoute, summaryRoute } from '../../src/api/routes.ts';
import { readServiceUrl } from '../../src/api/serviceUrl.ts';
import { editBook } from '../../src/book/editBook.ts';
import { drain } from '../../src/book/drain.ts';
import { readList } from '../../src/book/lists.ts';
import { LookAlikes } from '../../src/book/lookAlikes.ts';
import { nameFileKind, readNames } from '../../src/book/nameFiles.ts';
import { pathPattern } from '../../src/book/paths.ts';
import { readBook } from '../../src/book/readBook.ts';
import { readIgnore, type Ignore } from '../../src/paths/gitIgnore.ts';
import { rowsOf } from '../../src/cli/scanRows.ts';
import { callOf, readCredentials, readJobId } from '../../src/sample/http/request.ts';
import { isAddress } from '../../src/sample/ledger/addresses.ts';
import { fieldsOf } from '../../src/sample/ledger/load.ts';
import { grouped } from '../../src/messages/figures.ts';
import { plain } from '../../src/messages/text.ts';

function ignoreOf(text: string): Ignore {
  const read = readIgnore(text);
  return typeof read === 'string' ? () => undefined : read.matches;
}

const base = 'https://risk.example.com';
const solanaLength = 44;

/** Every function of the product that takes foreign text. */
export const entryPoints: Readonly<Record<string, (text: string) => unknown>> = {
  scanText: (text) => scanText(text),
  scanSlices: (text) => [...scanSlices(text, { path: 'src/solana/a.ts' })],
  occurrenceAt: (text) => occurrenceAt(text, text.length >> 1),
  scanLines(text) {
    const lines = text.split('\n');
    const lineAt = (line: number) => ({ text: lines[line] ?? '' });
    return scanLines({ lineCount: lines.length, lineAt }, 0, lines.length, {});
  },
  chainOf(text) {
    const place = { offset: text.length >> 1, length: 0, family: 'evm', network: null } as const;
    return chainOf(text, place);
  },
  'network of each'(text) {
    const chainOfEach = createChainReader(text);
    return scanText(text).map((found) => chainOfEach(found));
  },
  'rows of scan': (text) => [...rowsOf('a/b.ts', text)],
  'problemOf and canonicalOf': (text) =>
    scanText(text)
      .slice(0, 100)
      .map((found) => [problemOf(found), canonicalOf(found)]),
  spellingOf: (text) => spellingOf(text, { offset: text.length, length: 0, family: 'evm' }),
  pathClue: (text) => pathClue(text, 'evm'),
  solanaEvidence: (text) =>
    solanaEvidence(scannedText(text, undefined))(
      text.length >> 1,
      (text.length >> 1) + solanaLength,
    ),
  readAddress: (text) => readAddress(text),
  isKeyShaped: (text) => isKeyShaped(text),
  keyMaterialAt: (text) => keyMaterialAt(text, text.length >> 1),
  decodeJobId: (text) => decodeJobId(text),
  decodeSummary: (text) => decodeSummary(text),
  decodeRiskScore: (text) => decodeRiskScore(text),
  readServiceUrl: (text) => readServiceUrl(text),
  'readServiceUrl with a path': (text) => readServiceUrl(`${base}/${text}`),
  startRoute: (text) => startRoute(base, { address: text, chain: text, aggregator: 'money' }),
  summaryRoute: (text) => summaryRoute(base, { address: text, chain: 'ethereum' }),
  statusRoute: (text) => statusRoute(base, text.toWellFormed()),
  'patterns of a .gitignore': (text) => ignoreOf(text)('b/cccccccccc.ts', false),
  'a path against a .gitignore': (text) =>
    ignoreOf('*a*b*c*d\n**/x/**/y/**/z\n[a-z]*[!0-9]\n')(text, false),
  'request target': (text) => attempted(() => callOf('POST', text)),
  'path of a request': (text) =>
    attempted(() => callOf('POST', `/risk/api/${text}/risk_score/${text}`)),
  'job ID of a request': (text) => attempted(() => readJobId(text)),
  'credentials of a request': (text) => attempted(() => readCredentials(`Basic ${text}`, '')),
  'address of a ledger': (text) =>
    ['ethereum', 'cosmoshub', 'near', 'cardano', 'zcash', 'ton', '?'].map((chain) =>
      isAddress(chain, text),
    ),
  'text of the service': (text) => plain(text),
  'figure of the service': (text) => [grouped(text), grouped('1'.repeat(text.length))],
  'line of a CSV file': (text) => fieldsOf(text),
  'an address book': (text) => drain(readBook(text)),
  'an entry of an address book': (text) =>
    drain(
      readBook(
        JSON.stringify({
          version: 1,
          addresses: [{ address: text, network: 'ethereum', name: text, reviewedAt: text }],
          networks: [{ files: text, network: 'bsc' }],
          lists: [{ path: text, name: text, kind: 'deny' }],
        }),
      ),
    ),
  'an edit of an address book': (text) =>
    drain(editBook(text, { address: `0x${'ab'.repeat(20)}`, network: 'bsc' })),
  'a pattern of an address book': (text) => pathPattern(text)?.('b/cccccccccc.ts'),
  'a list of addresses': (text) =>
    ['a.txt', 'a.csv', 'a.json'].map((path) => drain(readList(text, path))),
  'a column of addresses': (text) => drain(readList(`address\n${text}`, 'a.csv')),
  'names in files of tools': (text) =>
    ['tokenlist.json', 'deployments/a/B.json', 'broadcast/a/1/run-1.json', 'a.sol'].map((path) =>
      namesIn(path, text),
    ),
  'a label in Solidity': (text) => namesIn('a.sol', `vm.label(${text}`),
  'look-alikes': (text) =>
    new LookAlikes().of({ address: text, family: text.length % 2 === 0 ? 'evm' : 'near' }),
};

function namesIn(path: string, text: string): unknown {
  const kind = nameFileKind(path);
  return kind && drain(readNames(kind, path, text));
}

function attempted(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
