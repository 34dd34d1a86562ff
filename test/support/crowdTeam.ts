import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayStorage } from '../../src/gateway/storage.ts';
import { Members, type MemberLimits, type NewKey } from '../../src/gateway/store/members.ts';
import { basic } from '../service/support/rawHttp.ts';
import { eventually } from '../harness/waiting.ts';
import type { LoggedService } from './loggedService.ts';

const members = 40;
const hourMs = 3_600_000;
const noLimits: MemberLimits = { calculations: null, apiCalls: null, validUntil: null };
/** Of the last members, at first, and from the middle on. */
const limited = 8;
const [firstLimits, laterLimits] = [
  { calculations: 1, apiCalls: 2 },
  { calculations: 2, apiCalls: 4 },
];

/** The members of a crowd, and what an operator changes while it goes on: keys and limits. */
export class CrowdTeam {
  readonly #storage: GatewayStorage;
  readonly #members: Members;
  readonly #service: LoggedService;
  readonly #folder: string;
  readonly #keys: NewKey[] = [];
  /** Another key of the license, for which the service knows its own. */
  readonly #oldKey = 'the-key-of-the-first-half';
  #isOldRevoked = false;

  /** @param folder of the secrets that the processes of the gateway read */
  constructor(storage: GatewayStorage, service: LoggedService, folder: string) {
    this.#storage = storage;
    this.#members = new Members(storage.ledger);
    this.#service = service;
    this.#folder = folder;
  }

  get size(): number {
    return this.#keys.length;
  }

  /** The key that a member has now. */
  keyOf(at: number): NewKey {
    return this.#keys[at] ?? assert.fail();
  }

  /** @param url of the service, for the gateway */
  async begin(url: string): Promise<void> {
    for (let at = 0; at < members; at++) {
      const limits = this.#isLimited(at) ? { ...noLimits, ...firstLimits } : noLimits;
      const key = await this.#members.add(nameOf(at), limits, Date.now());
      this.#keys.push(key ?? assert.fail());
    }
    await this.#put('ADDRESS_RISK_URL', url);
    await this.#put('ADDRESS_RISK_TENANT', this.#service.tenant);
    await this.#put('ADDRESS_RISK_KEY', this.#oldKey);
  }

  /**
   * Reads the key of a call as the service does, whose own key is the second one.
   * @returns whether it is good
   */
  acceptKey(headers: IncomingHttpHeaders): boolean {
    const { tenant, apiKey } = this.#service;
    const [own, old] = [apiKey, this.#oldKey].map((key) => basic(tenant, key)['Authorization']);
    if (headers.authorization === old && !this.#isOldRevoked) headers.authorization = own;
    return headers.authorization === own;
  }

  /** Both keys of the license are good. Keys of members, too, or no more at once; limits change. */
  async change(): Promise<void> {
    await this.#put('ADDRESS_RISK_KEY', this.#service.apiKey);
    for (let at = 0; at < members - limited; at += 3) {
      const overlapMs = at % 2 === 0 ? hourMs : 0;
      const key = await this.#surely(() => this.#members.rotate(nameOf(at), Date.now(), overlapMs));
      // Of those whose two keys are good, some stay with the first.
      if (at % 4 !== 0) this.#keys[at] = key;
    }
    await this.#checkLimits(firstLimits);
    for (let at = members - limited; at < members; at++) {
      await this.#surely(() => this.#members.set(nameOf(at), laterLimits, Date.now()));
    }
  }

  /** The service rejects the first key of the license. */
  revokeOldKey(): void {
    this.#isOldRevoked = true;
  }

  /**
   * Nothing is charged that the service did not see, and all that it saw is charged: it is between what
   * is known to be charged, and that with what may be.
   * @param received calls that the service may have charged for, by kind and address
   */
  async checkUsage(received: ReadonlyMap<string, number>): Promise<Record<string, number>> {
    const { ledger } = this.#storage;
    await eventually('the outcome of every charge', async () => {
      const open = await ledger.query(`SELECT id FROM charge WHERE state = 'open'`);
      return open.length === 0;
    });
    const rows = await ledger.query(
      `SELECT account, kind, count(*) AS counted, sum(CASE WHEN state = 'made' THEN 1 ELSE 0 END) AS made
       FROM charge WHERE state IN ('made', 'maybe') GROUP BY account, kind`,
    );
    const sums = { 'units made': 0, 'units unknown': 0 };
    const left = new Map(received);
    for (const { account, kind, counted, made } of rows) {
      const key = `${String(kind)} ${String(account).toLowerCase()}`;
      const [seen, least, most] = [left.get(key) ?? 0, Number(made), Number(counted)];
      assert.ok(least <= seen && seen <= most, `${key}: ${least} to ${most} charged, ${seen} seen`);
      left.delete(key);
      sums['units made'] += least;
      sums['units unknown'] += most - least;
    }
    assert.deepEqual([...left], [], 'seen, and not charged');
    await this.#checkLimits(laterLimits);
    return sums;
  }

  async #checkLimits({ calculations, apiCalls }: typeof firstLimits): Promise<void> {
    const rows = await this.#surely(() =>
      this.#storage.ledger.query(
        `SELECT member, day, kind, count(*) AS units FROM charge
         WHERE state IN ('made', 'maybe', 'open') GROUP BY member, day, kind`,
      ),
    );
    const own = new Set(this.#keys.slice(members - limited).map(({ tenantId }) => tenantId));
    for (const { member, kind, units } of rows) {
      if (!own.has(String(member))) continue;
      const limit = kind === 'start' ? calculations : apiCalls;
      assert.ok(Number(units) <= limit, `${String(units)} of ${limit} ${String(kind)}`);
    }
  }

  #isLimited(at: number): boolean {
    return at >= members - limited;
  }

  /** The database comes and goes. */
  #surely<T>(change: () => Promise<T | undefined | false>): Promise<T> {
    return eventually('a change', change);
  }

  /** Whole, or not at all. */
  async #put(name: string, value: string): Promise<void> {
    const file = join(this.#folder, name);
    await writeFile(`${file}.new`, value);
    await rename(`${file}.new`, file);
  }
}

function nameOf(at: number): string {
  return `member ${at}`;
}
