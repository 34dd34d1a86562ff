/**
 * How loading, ranking and scoring grow with the ledger. Each size runs in a process of its own, so
 * that its peak memory is its own; the ledgers are created from a fixed seed in a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageRankRounds, score } from '../../src/sample/engine/score.ts';
import { standingOf } from '../../src/sample/ledger/ledger.ts';
import { loadLedger } from '../../src/sample/ledger/load.ts';
import { Random } from '../../src/sample/ledger/random.ts';

interface Figures {
  readonly loadMs: number;
  readonly peakMiB: number;
  readonly edges: number;
  readonly rankMs: number;
  readonly rounds: number;
  readonly maxRoundMs: number;
  readonly scoreMs: { readonly median: number; readonly p95: number; readonly max: number };
}

const [, , folder, addresses] = process.argv;
if (folder === undefined) compare([10_000, 100_000, 1_000_000]);
else console.log(JSON.stringify(await measure(folder, Number(addresses))));

function compare(sizes: readonly number[]): void {
  console.log(
    'transfers  addresses  load s  peak MiB  edges    rank s  rounds  score ms: median, p95',
  );
  for (const size of sizes) {
    const made = mkdtempSync(join(tmpdir(), 'sample-bench-'));
    try {
      writeLedger(made, size, size / 5);
      const output = execFileSync(process.execPath, [import.meta.filename, made, `${size / 5}`], {
        encoding: 'utf8',
      });
      const { loadMs, peakMiB, edges, rankMs, rounds, scoreMs } = JSON.parse(output) as Figures;
      console.log(
        [
          `${size}`.padEnd(10),
          `${size / 5}`.padEnd(10),
          (loadMs / 1000).toFixed(2).padEnd(7),
          peakMiB.toFixed(0).padEnd(9),
          `${edges}`.padEnd(8),
          (rankMs / 1000).toFixed(2).padEnd(7),
          `${rounds}`.padEnd(7),
          `${scoreMs.median.toFixed(2)}, ${scoreMs.p95.toFixed(2)}`,
        ].join(' '),
      );
    } finally {
      rmSync(made, { recursive: true });
    }
  }
}

async function measure(from: string, size: number): Promise<Figures> {
  let startedAt = performance.now();
  const files = { transfers: join(from, 'transfers.csv'), labels: join(from, 'labels.csv') };
  const { ledger } = await loadLedger(files);
  const loadMs = performance.now() - startedAt;
  const peakMiB = process.resourceUsage().maxRSS / 1024;

  const { graph } = ledger.chains.get('ethereum')!;
  startedAt = performance.now();
  const steps = pageRankRounds(graph);
  let rank: Float64Array | undefined;
  let rounds = 0;
  let longestRoundMs = 0;
  while (rank === undefined) {
    const roundAt = performance.now();
    rank = steps.next().value;
    rounds += 1;
    longestRoundMs = Math.max(longestRoundMs, performance.now() - roundAt);
  }
  const rankMs = performance.now() - startedAt;

  const random = new Random('scores');
  const times = Array.from({ length: 500 }, () => {
    const address = addressOf(random.between(0, size - 1));
    const at = performance.now();
    const { inflow, ownRisk } = standingOf(ledger, 'ethereum', address);
    score(graph, inflow, { depth: 6, rank, ownRisk });
    return performance.now() - at;
  }).sort((a, b) => a - b);
  const scoreMs = { median: times[250]!, p95: times[475]!, max: times[499]! };
  return {
    loadMs,
    peakMiB,
    edges: graph.usd.length,
    rankMs,
    rounds,
    maxRoundMs: longestRoundMs,
    scoreMs,
  };
}

/** Few addresses take part in most transfers, as on every chain; one in fifty has a label. */
function writeLedger(into: string, transfers: number, size: number): void {
  const random = new Random(`ledger of ${transfers}`);
  const anyone = () => addressOf(Math.floor(size * random.unit() ** 2));
  writeLines(
    join(into, 'transfers.csv'),
    'chain,hash,timestamp,from,to,asset,amount,usd',
    transfers,
    (row) => {
      const amount = random.unit() * 10;
      const time = 1_700_000_000 + row;
      // The first rows name every address once, so that there are as many as requested.
      const to = row < size ? addressOf(row) : anyone();
      return `ethereum,0x${row.toString(16).padStart(64, '0')},${time},${anyone()},${to},ETH,${amount.toFixed(6)},${(amount * 3000).toFixed(2)}`;
    },
  );
  const categories = ['exchange', 'mixer', 'scam', 'sanctioned', 'defi'] as const;
  writeLines(join(into, 'labels.csv'), 'chain,address,category,risk,name', size / 50, (row) => {
    return `ethereum,${addressOf(row * 50)},${random.pick(categories)},${random.between(0, 100)},`;
  });
}

function writeLines(file: string, header: string, count: number, lineOf: (row: number) => string) {
  const target = openSync(file, 'w');
  let text = `${header}\n`;
  for (let row = 0; row < count; row += 1) {
    text += `${lineOf(row)}\n`;
    if (text.length > 1_000_000 || row === count - 1) {
      writeSync(target, text);
      text = '';
    }
  }
  closeSync(target);
}

function addressOf(index: number): string {
  // Spread over the alphabet, so that addresses are not alike in all but their end.
  return `0x${Math.imul(index, 0x9e3779b1).toString(16).replace('-', 'f').padStart(10, '0').padEnd(30, 'c')}${index.toString(16).padStart(10, '0')}`;
}
