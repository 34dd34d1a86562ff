import type { JSX } from 'preact';
import type { ReportView, SectionView } from '../src/pageViews.ts';
import { Icon } from './icons.tsx';
import { Buttons, Details, IconButton, Rows, Status, Table } from './parts.tsx';
import { BigFigure, Score } from './score.tsx';
import { Denials, Names, Occurrences } from './workspace.tsx';

interface ReportProps {
  readonly report: ReportView;
}

export function Report({ report }: ReportProps): JSX.Element {
  const { score, question, comparison, summary, details, actions, footer, words } = report;
  return (
    <>
      <Banner report={report} />
      <Header report={report} />
      {score === null ? null : <Score score={score} words={words} />}
      {question === null ? null : (
        <section class="question" tabIndex={-1}>
          <p>{question.text}</p>
          <Buttons actions={question.actions} isQuiet />
        </section>
      )}
      {comparison === null ? null : <Comparison comparison={comparison} />}
      {summary === null ? null : <Summary summary={summary} />}
      {details.map(({ id, heading, rows, tables, actions: own }) => (
        <Details id={id} heading={heading} key={id}>
          <Rows rows={rows} />
          {tables.map((table) => (
            <Table table={table} key={table.caption} />
          ))}
          <Buttons actions={own} isQuiet />
        </Details>
      ))}
      <div class="last">
        <Buttons actions={actions} isQuiet />
      </div>
      <footer>{footer}</footer>
    </>
  );
}

function Banner({ report: { banner } }: ReportProps): JSX.Element | null {
  if (banner === null) return null;
  const { text, isSample, actions } = banner;
  return (
    <div class="banner">
      <p>
        <Icon name={isSample ? 'beaker' : 'warning'} />
        <span>{text}</span>
      </p>
      <Buttons actions={actions} />
    </div>
  );
}

function Header({ report }: ReportProps): JSX.Element {
  const { address, copyAddress, pin, network, networkAction, contract, workspace } = report;
  const { isOn, ...pinAction } = pin;
  return (
    <header>
      <div class="title">
        <h1 class="address">{address}</h1>
        <div class="tools">
          <IconButton action={copyAddress} icon="copy" />
          <IconButton action={pinAction} icon={isOn ? 'pinned' : 'pin'} isPressed={isOn} />
        </div>
      </div>
      {workspace === null ? null : (
        <>
          <Denials workspace={workspace} />
          <Names workspace={workspace} />
        </>
      )}
      <div class={network.isAssumed ? 'network assumed' : 'network'}>
        {network.isAssumed ? <Icon name="warning" /> : null}
        <span>{network.text}</span>
        {network.isAssumed ? <Buttons actions={[networkAction]} isQuiet /> : null}
      </div>
      {contract === null ? null : <Rows rows={[contract]} />}
      {workspace === null ? null : <Occurrences workspace={workspace} />}
    </header>
  );
}

interface ComparisonProps {
  readonly comparison: NonNullable<ReportView['comparison']>;
}

function Comparison({ comparison }: ComparisonProps): JSX.Element {
  const { heading, scores, table, actions } = comparison;
  return (
    <section class="section comparison" tabIndex={-1} aria-labelledby="comparison-heading">
      <h2 id="comparison-heading">{heading}</h2>
      <div class="columns">
        {scores.map(({ id, heading: name, status, figure }) => (
          <div class="column" key={id}>
            <h3 id={`comparison-${id}`}>{name}</h3>
            <BigFigure figure={{ ...figure, scale: null }} />
            {status === null ? null : (
              <>
                <Status status={status} />
                <Buttons actions={status.actions} isQuiet about={`comparison-${id}`} />
              </>
            )}
          </div>
        ))}
      </div>
      {table === null ? null : <Table table={table} />}
      <Buttons actions={actions} isQuiet />
    </section>
  );
}

function Summary({ summary }: { readonly summary: SectionView }): JSX.Element {
  const { heading, status, rows } = summary;
  return (
    <section
      class={`section ${status.state}`}
      tabIndex={-1}
      aria-labelledby="summary-heading"
      aria-busy={status.state === 'busy'}
    >
      <h2 id="summary-heading">{heading}</h2>
      <Status status={status} />
      <Rows rows={rows} />
      <Buttons actions={status.actions} />
    </section>
  );
}
