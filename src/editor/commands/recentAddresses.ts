import { subjectName } from '../../ledger/subjectKey.ts';
import { riskLine } from '../../report/riskLine.ts';
import { riskOf } from '../../report/risk.ts';
import { labels } from '../../words/labels.ts';
import { networkTitle } from '../../words/networks.ts';
import { shortAddress, shortened } from '../../words/text.ts';
import type { Calls } from '../calls/register.ts';
import type { RecentAddress } from '../documents/addressPrompt.ts';
import type { Subject } from '../documents/subject.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import { storedKeyOf } from '../session/identity.ts';
import { scaleOf } from '../session/scale.ts';
import { settings } from '../shell/settings.ts';

/** An address can have three results, and may be on several networks. */
const resultsOfAddress = 4;

/** In UTF-16 units. */
const maxScoreLength = 30;

/** The addresses of the newest stored results. Costs nothing; empty if no account was in use. */
export async function recentAddresses(
  { session, openEngine }: Pick<Calls, 'session' | 'openEngine'>,
  { nameOf, most }: { readonly nameOf: WorkspaceKnowledge['nameOf']; readonly most: number },
): Promise<RecentAddress[]> {
  const identity = await session.identity();
  const account = storedKeyOf(identity);
  if (account === undefined) return [];
  const engine = await openEngine();
  const subjects = new Map<string, Subject>();
  for (const { address, chain } of await engine.listResults(account, resultsOfAddress * most)) {
    if (subjects.size === most) break;
    subjects.set(subjectName({ address, chain }), { address, chain });
  }
  const all = [...subjects.values()];
  const heads = await engine.readStored(all.map((subject) => ({ account, ...subject })));
  const [scale, aggregator] = [scaleOf(identity), settings.aggregator()];
  return all.map((subject, index): RecentAddress => {
    const head = heads[index];
    const risk = head === undefined ? null : riskOf(head, subject, aggregator);
    const line = risk === null ? null : riskLine(risk, Date.now(), scale);
    const name = nameOf(subject);
    const short = shortAddress(subject.address);
    const score =
      line?.kind === 'score'
        ? [[line.level, shortened(line.text, maxScoreLength)].filter(isText).join(' '), line.age]
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
