import type { JSX } from 'preact';
import type { OtherMethodView, ReportView, SectionView } from '../src/pageViews.ts';
import { Buttons, Details, IconButton, Link, Rows, Status, Table } from './parts.tsx';
import { Past } from './past.tsx';
import { Parts } from './points.tsx';
import { Verdict } from './verdict.tsx';
import { Alarms, Names, Occurrences } from './workspace.tsx';

interface ReportProps {
  readonly report: ReportView;
}

/** The answer first: the same parts in the same order in every state. */
export function Report({ report }: ReportProps): JSX.Element {
  const { question, summary, other, details, footer, actions, words, workspace } = report;
  return (
    <>
      <Who report={report} />
      {workspace === null ? null : <Alarms workspace={workspace} note={words.alarmNote} />}
      <Verdict report={report} />
      <section class="steps" aria-label={words.nextSteps} tabIndex={-1}>
        <Buttons actions={actions} isQuiet={report.score?.figure.exact !== ''} />
      </section>
      <Parts report={report} />
      {question === null ? null : (
        <section class="question" tabIndex={-1}>
          <p>{question.text}</p>
          <Buttons actions={question.actions} isQuiet />
        </section>
      )}
      <Past report={report} />
      {summary === null ? null : <Facts summary={summary} workspace={workspace} />}
      <Occurrences workspace={workspace} words={words} />
      {other === null ? null : <OtherMethod other={other} words={words} />}
      {details.map(({ id, heading, rows, tables, actions: own }) => (
        <Details id={id} heading={heading} key={id}>
          <Rows rows={rows} />
          {tables.map((table) => (
            <Table table={table} key={table.caption} />
          ))}
          <Buttons actions={own} isQuiet />
        </Details>
      ))}
      <footer>{footer}</footer>
    </>
  );
}

/** The name, the address, and the network: no sentence. */
function Who({ report }: ReportProps): JSX.Element {
  const { address, copyAddress, pin, network, networkAction, sample } = report;
  const { isOn, ...pinAction } = pin;
  const known = report.workspace?.names[0];
  // A name in code isn't shown for an impostor.
  const inCode = report.workspace?.alarms.length === 0 ? report.workspace.inCode : null;
  return (
    <header>
      <div class="title">
        {known === undefined ? (
          <h1 class="address">{address}</h1>
        ) : (
          <h1 title={known.source}>{known.name}</h1>
        )}
        <div class="tools">
          <IconButton action={copyAddress} icon="copy" />
          <IconButton action={pinAction} icon={isOn ? 'pinned' : 'pin'} isPressed={isOn} />
        </div>
      </div>
      <div class="who">
        {known === undefined ? null : <span class="address">{address}</span>}
        {known !== undefined || inCode === null ? null : (
          <span class="source" title={inCode.source}>
            {inCode.name}
          </span>
        )}
        <span class={network.isAssumed ? 'network assumed' : 'network'} title={network.evidence}>
          {network.text}
        </span>
        <span class="source reason">{network.evidence}</span>
        {network.isAssumed ? <Link action={networkAction} /> : null}
        {sample === null ? null : (
          <span class="chip" title={sample.hint}>
            {sample.text}
          </span>
        )}
      </div>
    </header>
  );
}

interface FactsProps {
  readonly summary: SectionView;
  readonly workspace: ReportView['workspace'];
}

function Facts({ summary, workspace }: FactsProps): JSX.Element {
  const { heading, status, rows } = summary;
  return (
    <section
      class={`section facts ${status.state}`}
      tabIndex={-1}
      aria-labelledby="summary-heading"
      aria-busy={status.state === 'busy'}
    >
      <h2 id="summary-heading">{heading}</h2>
      {workspace === null ? null : <Names workspace={workspace} />}
      <Rows rows={rows} />
      <div class="line">
        <Status status={status} />
        <Buttons actions={status.actions} isQuiet />
      </div>
    </section>
  );
}

interface OtherMethodProps {
  readonly other: OtherMethodView;
  readonly words: ReportView['words'];
}

/** A single line. Its state is shown only if there is no score. */
function OtherMethod({ other, words }: OtherMethodProps): JSX.Element {
  const { heading, method, figure, difference, status, table } = other;
  const isQuiet = ['value', 'stale', 'empty'].includes(status.state);
  return (
    <section class="section other" tabIndex={-1} aria-labelledby="other-heading">
      <h2 id="other-heading">{heading}</h2>
      <div class="line">
        <p id="other-method">
          <span title={method.key}>{method.text}</span>
          <b title={figure.exact}>{figure.exact === '' ? words.notScored : figure.value}</b>
          {figure.level === null ? null : <span>{figure.level.name}</span>}
          {difference === '' ? null : <span class="quiet">{difference}</span>}
          {figure.exact === '' ? <span class="quiet">{figure.caption}</span> : null}
        </p>
        <Buttons actions={status.actions} isQuiet about="other-method" />
      </div>
      <p class="small">{method.explanation}</p>
      {isQuiet ? <p class="small">{status.text}</p> : <Status status={status} />}
      {table === null ? null : (
        <Details id="differences" heading={words.differences}>
          <Table table={table} />
        </Details>
      )}
    </section>
  );
}
