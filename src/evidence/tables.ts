import { lineEnd } from '../text/outline.ts';
import type { Family } from '../networks/networks.ts';
import { mayBeNetwork } from './entryVerdicts.ts';
import type { Scope } from './keyClues.ts';
import { calledAs, networkCalled, networkOfChainId } from '../networks/mentions.ts';
import { joinedName } from '../networks/names.ts';
import { named, singleOf } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/** In UTF-16 units: a longer line isn't a row for people. */
const maxRowLength = 4_096;

/** The evidence of a column's title for its cells. */
interface Column {
  readonly holds: 'ids' | 'names' | undefined;
  /** Set if the title is a network. */
  readonly network: string | undefined;
  readonly title: string;
}

/** Rows of Markdown tables, and of files with commas, semicolons, or tabs between cells. A title applies to its column. */
export class TableClues {
  readonly #scope: Scope;
  /** Between the cells of a file of rows. Empty for tables in Markdown. */
  readonly #separator: string;
  /** The first row of the table that each line is in. -1 if it is in none. */
  readonly #heads = new Map<number, number>();
  readonly #columns = new Map<number, readonly Column[]>();

  constructor(scope: Scope, path: string) {
    this.#scope = scope;
    const isRows = /\.[ct]sv$/i.test(path);
    const [titles = ''] = isRows ? scope.outline.text.slice(0, maxRowLength).split('\n', 1) : [];
    this.#separator = isRows ? separatorIn(titles, path) : '';
  }

  /** The evidence of a table's titles for an address in a cell. */
  at(line: number, offset: number): Clue | undefined {
    const { family } = this.#scope;
    const head = this.#headOf(line);
    if (head === -1 || head === line) return undefined;
    let columns = this.#columns.get(head);
    if (columns === undefined) {
      columns = this.#isTable(head) ? columnsOf(this.#cells(head), family) : [];
      this.#columns.set(head, columns);
    }
    if (columns.length === 0) return undefined;
    const cells = this.#cells(line);
    // A comma in quotes, or a row that is cut: no one knows which title is whose.
    if (cells.length !== columns.length) return undefined;
    const own = this.#cells(line, offset).length - 1;
    const { network, title } = columns[own] ?? {};
    if (network !== undefined) {
      return { verdict: named(network, title), reason: 'section' };
    }
    return columns
      .map(({ holds }, index) => holds && clueOfCell(cells[index] ?? '', holds, family))
      .find((clue) => clue !== undefined);
  }

  #headOf(line: number): number {
    if (this.#separator !== '') return 0;
    const { text, lines } = this.#scope.outline;
    let first = line;
    let head = -1;
    for (; first >= 0; first--) {
      const known = this.#heads.get(first);
      if (known !== undefined) {
        head = known;
        break;
      }
      if (text.charAt(lines.contents[first] ?? 0) !== '|') break;
      head = first;
    }
    for (let each = line; each > first; each--) this.#heads.set(each, head);
    return head;
  }

  /** In Markdown, a line of dashes is under the titles. Without it, a bar may be the code's. */
  #isTable(head: number): boolean {
    if (this.#separator !== '') return true;
    const rule = this.#rowAt(head + 1);
    return rule.includes('-') && /^\|[\s|:-]+$/.test(rule);
  }

  /** @param until an offset in the last cell that is wanted */
  #cells(line: number, until?: number): string[] {
    const row = this.#rowAt(line, until);
    if (this.#separator !== '') return row.split(this.#separator);
    const cells = row.split('|').slice(1);
    // The bar at the end of a row opens no cell.
    return until === undefined && cells.at(-1)?.trim() === '' ? cells.slice(0, -1) : cells;
  }

  /** Empty if it is longer than a row. */
  #rowAt(line: number, until?: number): string {
    const { outline } = this.#scope;
    const start = outline.lines.contents[line] ?? 0;
    const end = until ?? lineEnd(outline, line);
    return end - start > maxRowLength ? '' : outline.text.slice(start, end);
  }
}

/** The one that the titles have most of; empty if they have none. */
function separatorIn(titles: string, path: string): string {
  if (/\.tsv$/i.test(path)) return '\t';
  const [most] = [',', ';', '\t']
    .map((separator) => ({ separator, count: titles.split(separator).length }))
    .sort((one, other) => other.count - one.count);
  return most !== undefined && most.count > 1 ? most.separator : '';
}

/** `Base Sepolia Addresses` is a column of that network. */
const ofAddresses = / (?:contract )?address(?:es)?$/i;

function columnsOf(titles: readonly string[], family: Family): readonly Column[] {
  const columns = titles.map((title): Column & { readonly isSure: boolean } => {
    const name = plainOf(title).replace(ofAddresses, '');
    const joined = joinedName(name);
    if (/^(?:evm)?(?:chain|network)id$/.test(joined)) {
      return { holds: 'ids', network: undefined, title, isSure: true };
    }
    if (/^(?:(?:block)?chain|network)(?:name)?$/.test(joined)) {
      return { holds: 'names', network: undefined, title, isSure: true };
    }
    const called = calledAs(name, family);
    const isSure = called?.weight === 'own';
    return { holds: undefined, network: called?.network, title: name, isSure };
  });
  // One everyday word among other titles, `Base` or `Mode`, is a word.
  const named = columns.filter(({ network }) => network !== undefined);
  const isByNetwork = named.length > 1 || named.some(({ isSure }) => isSure);
  const isOfUse = isByNetwork || columns.some(({ holds }) => holds !== undefined);
  if (!isOfUse) return [];
  return isByNetwork ? columns : columns.map((column) => ({ ...column, network: undefined }));
}

function clueOfCell(cell: string, holds: 'ids' | 'names', family: Family): Clue | undefined {
  const text = plainOf(cell);
  const [id] = /^\d{1,15}(?![\w.])/.exec(text) ?? [];
  if (id !== undefined) {
    const network = family === 'evm' ? networkOfChainId(id) : undefined;
    return network === undefined ? undefined : { verdict: named(network, id), reason: 'chainId' };
  }
  // `Mainnet` beside `Testnet` is an environment of a network that something else names.
  if (holds === 'ids' || /^main(?:net)?$/i.test(text)) return undefined;
  // `BSC, ETH`, `Ethereum / Base`.
  const listed = text
    .split(/ ?(?:[,/&]|\band\b) ?/)
    .flatMap((name) => networkCalled(name, family) ?? []);
  const several = singleOf(listed);
  if (several?.kind === 'several') return { verdict: several, reason: 'section' };
  const network = networkCalled(text, family);
  if (network !== undefined) return { verdict: named(network, text), reason: 'section' };
  return (family === 'evm' || family === 'solana') && mayBeNetwork(text)
    ? { verdict: { kind: 'outside', evidence: text }, reason: 'section', isClosed: true }
    : undefined;
}

/** Without the marks of Markdown and quotes: `[**Base**](https://…)`. */
function plainOf(cell: string): string {
  const text = cell.trim();
  const end = text.startsWith('[') ? text.indexOf('](') : -1;
  const shown = end === -1 ? text : text.slice(1, end);
  return shown.replace(/["'`*_\s]+/g, ' ').trim();
}
