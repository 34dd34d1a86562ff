import { workspace } from 'vscode';
import { networkNamed } from '../../networks/networks.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { riskLine } from '../../report/riskLine.ts';
import { riskOf } from '../../report/risk.ts';
import { labels } from '../../words/labels.ts';
import { networkTitle } from '../../words/networks.ts';
import { plain, shortAddress, shortened } from '../../words/text.ts';
import type { Books } from '../book/register.ts';
import type { Calls } from '../calls/register.ts';
import type { RecentAddress } from '../documents/addressPrompt.ts';
import { activeUri, type Subject } from '../documents/subject.ts';
import { isSignedIn } from '../session/identity.ts';
import { scaleOf } from '../session/scale.ts';
import { settings } from '../shell/settings.ts';

/** More would be scrolled through; *Open Report…* lists all. */
const mostRecent = 20;

/** An address can have three results, and may be on several networks. */
const mostResults = 4 * mostRecent;

/** In UTF-16 units. */
const longestScore = 30;

/** The addresses of the newest stored results. Costs nothing; empty if no account is in use. */
export async function recentAddresses(
  { session, openEngine }: Pick<Calls, 'session' | 'openEngine'>,
  books: Pick<Books, 'factsOf'>,
): Promise<RecentAddress[]> {
  const identity = await session.identity();
  if (!isSignedIn(identity)) return [];
  const engine = await openEngine();
  const subjects = new Map<string, Subject>();
  for (const { address, chain } of await engine.listResults(identity.key, mostResults)) {
    if (subjects.size === mostRecent) break;
    subjects.set(subjectName({ address, chain }), { address, chain });
  }
  const all = [...subjects.values()];
  const heads = await engine.readHeads(
    all.map((subject) => ({ account: identity.key, ...subject })),
  );
  const [scale, aggregator] = [scaleOf(identity), settings.aggregator()];
  return all.map((subject, index): RecentAddress => {
    const head = heads[index];
    const risk = head === undefined ? null : riskOf(head, subject, aggregator);
    const line = risk === null ? null : riskLine(risk, Date.now(), scale);
    const name = nameOf(subject, books);
    const short = shortAddress(subject.address);
    const score =
      line?.kind === 'score'
        ? [[line.level, shortened(line.text, longestScore)].filter(isText).join(' '), line.age]
        : [];
    const facts = [
      ...(name === undefined ? [] : [short]),
      networkTitle(subject.chain),
      ...score,
      ...(identity.kind === 'sample' ? [labels.sampleData()] : []),
    ];
    return {
      label: name ?? short,
      description: facts.join(' · '),
      detail: subject.address,
      chosen: { subject, reading: undefined },
    };
  });
}

const isText = (text: string | null): text is string => text !== null;

function nameOf(
  { address: text, chain: network }: Subject,
  books: Pick<Books, 'factsOf'>,
): string | undefined {
  const uri = activeUri() ?? workspace.workspaceFolders?.[0]?.uri;
  const family = networkNamed(network)?.family;
  if (uri === undefined || family === undefined) return undefined;
  const [known] = books.factsOf(uri, { text, family, network }).names;
  return known && plain(known.name);
}
