import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import * as l10n from '@vscode/l10n';
import {
  outside,
  unnamed,
  type ChainReading,
  type ReasonKind,
} from '../../../src/evidence/reasons.ts';
import type { JobProgress } from '../../../src/paid/jobRun.ts';
import * as account from '../../../src/messages/account.ts';
import * as book from '../../../src/messages/book.ts';
import * as firstBook from '../../../src/messages/firstBook.ts';
import * as denials from '../../../src/messages/denials.ts';
import * as batch from '../../../src/messages/batches.ts';
import {
  allowanceQuestion,
  comparisonQuestion,
  foreignQuestion,
  nothingToCompareText,
  restrictedModeText,
} from '../../../src/messages/questions.ts';
import {
  checksumTexts,
  checksumText,
  receivedText,
  scoredText,
  alarmOf,
  lensTexts,
  ofNew,
  ofSample,
  onNetwork,
  aboveScaleText,
  scoreProblemText,
} from '../../../src/messages/surfaces.ts';
import * as connection from '../../../src/messages/connection.ts';
import { exportPick, exportTexts, workspaceReport } from '../../../src/messages/exports.ts';
import { cutFigure } from '../../../src/messages/figures.ts';
import * as inventory from '../../../src/messages/inventory.ts';
import * as inputs from '../../../src/messages/inputs.ts';
import * as jobs from '../../../src/messages/jobs.ts';
import { alarmNote } from '../../../src/messages/known.ts';
import { labels, methodExplanation, methodName } from '../../../src/messages/labels.ts';
import { currentLanguage, setLanguage } from '../../../src/messages/language.ts';
import {
  actionLabel,
  faultSentence,
  nextActions,
  type Question,
  type Sentence,
} from '../../../src/messages/message.ts';
import * as newness from '../../../src/messages/newness.ts';
import * as networks from '../../../src/messages/networks.ts';
import {
  reasonText,
  categoryTitle,
  pointTexts,
  verdictTexts,
  doubtTexts,
} from '../../../src/messages/verdict.ts';
import { commitText, pastTexts, rankText } from '../../../src/messages/past.ts';
import { occurrenceTexts, recordTexts, reportTexts } from '../../../src/messages/report.ts';
import { scalePick, ofOtherText, scaleTexts, scoreTexts } from '../../../src/messages/score.ts';
import * as status from '../../../src/messages/status.ts';
import * as storage from '../../../src/messages/storage.ts';
import { summaryLine, summaryRows } from '../../../src/messages/summary.ts';
import { ago } from '../../../src/messages/times.ts';
import * as tools from '../../../src/messages/tools.ts';
import * as usage from '../../../src/messages/usage.ts';
import { repository } from '../../harness/extension.ts';
import * as samples from './support/samples.ts';
import {
  callSentence,
  endSentence,
  failureSentence,
  jobSentence,
  refusalSentence,
  summaryFailureSentence,
} from '../../../src/messages/outcomes.ts';

const { subject, now } = samples;
const bothNumbers = [undefined, 503] as const;

const many = (count: number): string[] => Array.from({ length: count }, () => subject.address);

/** No address is left out. */
const left = { undecided: [], misspelled: [] };

/** The questions of a batch of scores: one or several, of a service or of sample data. */
function scoreBatchQuestions(
  assumed: { readonly chain: string; readonly reading: ChainReading },
  named: typeof assumed,
): Question[] {
  const one = { ...assumed, address: subject.address };
  const none = { undecided: [], keySized: [], unknown: [], misspelled: [], notShown: 0 };
  return [null, 'https://risk.example'].flatMap((origin) => [
    batch.scoreBatchQuestion({
      ...{ ...none, origin, aggregator: 'money', starting: [one] },
      ...{ later: 0, stored: 0, open: 0 },
    }),
    batch.scoreBatchQuestion({
      ...{ origin, aggregator: 'money', starting: [one, { ...named, address: subject.address }] },
      ...{ later: 3, stored: 2, open: 1, notShown: 4 },
      ...{ undecided: many(1), keySized: many(2), unknown: many(6), misspelled: many(2) },
    }),
  ]);
}

const limits = (['member', 'team', 'service'] as const).map((of) => ({
  ...{ of, until: Date.UTC(2026, 10, 29) },
}));

/** Every failure, with and without what may be known about it. */
function failureSentences(): Sentence[] {
  return samples.failureKinds.flatMap((kind) =>
    bothNumbers.flatMap((status) =>
      [undefined, 'ECONNRESET'].flatMap((code) =>
        [true, false].flatMap((wasSent) => [
          failureSentence({
            kind,
            wasSent,
            ...(status === undefined ? {} : { status }),
            ...(code === undefined ? {} : { code }),
          }),
          callSentence({
            kind,
            status: status ?? null,
            mayBeCharged: wasSent,
            failures: 1,
            retryAt: now,
          }),
        ]),
      ),
    ),
  );
}

/** The messages: each is shown with a button. */
function sentences(): Sentence[] {
  const statuses = [null, 200, 401, 402, 403, 404, 409, 422, 503];
  return [
    ...failureSentences(),
    ...limits.map((limit) => failureSentence({ kind: 'callsUsedUp', status: 402, limit })),
    failureSentence({ kind: 'serverFault', status: 503, charged: 0 }),
    failureSentence({ kind: 'tls', wasSent: false, code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
    failureSentence({ kind: 'keyRevoked', status: 403, charged: 0 }),
    failureSentence({ kind: 'keyInvalid', status: 401, charged: 0 }),
    ...samples.refusals.map(refusalSentence),
    ...samples.jobStates.flatMap((state) =>
      statuses.map((status) => jobSentence({ state, status })),
    ),
    faultSentence(),
    account.notKeptSentence(),
    account.otherAccountSentence(),
    account.otherCredentialsSentence(),
    jobs.notForgottenSentence(),
    ...(['notAnId', 'changed', 'otherAccount'] as const).map(jobs.notAdoptedSentence),
    jobs.unknownStartNotice(samples.jobOf('unknown', null), undefined),
  ];
}

function questions(): Question[] {
  const assumed = { chain: 'ethereum', reading: readingOf('assumed') };
  const named = { chain: 'polygon', reading: readingOf('comment') };
  return [
    ...[true, false].flatMap((isSample) => [
      comparisonQuestion({ subject, reading: undefined, name: 'Treasury' }, ['money'], isSample),
      comparisonQuestion(
        { subject, reading: readingOf('key'), name: undefined },
        ['money', 'money_rank_weight'],
        isSample,
      ),
    ]),
    allowanceQuestion('start', 20),
    allowanceQuestion('summary', 50),
    foreignQuestion('scoreRisk', samples.subject),
    foreignQuestion('lookUpAddress', samples.subject),
    jobs.startAnotherQuestion(),
    jobs.forgetJobQuestion(),
    storage.startAgainQuestion(subject.address, now),
    storage.startAgainQuestion(subject.address, now, 'ahead'),
    inputs.keySizedQuestion({ address: `0x${'ab'.repeat(32)}`, chain: 'sui' }),
    storage.clearResultsQuestion(),
    account.signOutQuestion('https://service.test'),
    account.leaveSampleQuestion(undefined),
    account.leaveSampleQuestion('https://service.test'),
    batch.batchQuestion({ ...left, found: 1, stored: 0, fetching: [assumed], later: 0 }),
    batch.batchQuestion({
      ...{ found: 40, stored: 3, later: 12, fetching: [assumed, named, named] },
      ...{ undecided: many(7), misspelled: many(1) },
    }),
    ...scoreBatchQuestions(assumed, named),
    ...[true, false].map((isSample) =>
      networks.assumedNetwork.question('ethereum', ['src/**'], isSample),
    ),
  ];
}

/** Texts without a button of their own. */
function statements(): string[] {
  const url = 'https://service.test';
  return [
    ...samples.addressProblems.map(inputs.addressProblemText),
    ...samples.keyShapes.map(inputs.keyShapeText),
    ...samples.serviceUrlProblems.map(inputs.serviceUrlProblemText),
    ...(['empty', 'colon', 'controlCharacter'] as const).flatMap((problem) => [
      inputs.credentialProblemText('tenantId', problem),
      inputs.credentialProblemText('apiKey', problem),
    ]),
    inputs.chainProblemText(),
    ...(['signedOut', 'otherOrigin'] as const).map((kind) => account.signedOutText({ kind })),
    account.signedOutText({ kind: 'signedOut' }, true),
    account.signedOutText({ kind: 'badServiceUrl', problem: 'notHttps' }),
    account.signedOutText({ kind: 'undecided', origin: url }),
    account.signedInText(url),
    account.hasSignedOutText(),
    account.hasLeftSampleText(),
    account.usingSampleText(),
    account.serviceQuestion.text(),
    account.serviceQuestion.detail(url),
    account.signOutChoice.text(),
    account.signOutChoice.detail(url),
    account.signInBoxes.apiKey('', url),
    account.signInBoxes.apiKey('https://account.test', url),
    account.signInBoxes.hover(),
    storage.ledgerNoticeText({ kind: 'moved', file: 'ledger.old' }),
    storage.ledgerNoticeText({ kind: 'storedAgain' }),
    ...[0, 1, 2].map((results) =>
      storage.ledgerNoticeText({
        kind: 'salvaged',
        file: 'ledger.old',
        rows: { results, jobs: 0, calls: 0 },
      }),
    ),
    storage.ledgerNoticeText({ kind: 'notStored', reason: 'full' }),
    ...[0, 1, 2].map(storage.clearedText),
    storage.noReportsText(),
    ...bookStatements(),
    ...inventoryStatements(),
    ...newStatements(),
    ...[0, 1, 2].map((found) => batch.nothingToFetchText({ ...left, found: found })),
    batch.nothingToFetchText({ ...left, found: 0, undecided: [subject.address] }),
    batch.scoreBatchTexts.noFile(),
    batch.scoreBatchTexts.noAddresses(),
    batch.scoreBatchTexts.busy(),
    batch.scoreBatchTexts.nothingToStart(),
    batch.scoreBatchTexts.done(1, 1),
    batch.scoreBatchTexts.done(3, 5),
    batch.scoreBatchTexts.canceled(),
    batch.batchTexts.otherAccount(),
    batch.scoreBatchTexts.stopped(),
    ...Object.values(batch.scoreReasons).map((text) => text()),
    endSentence({ kind: 'gone' })?.text ?? '',
    batch.scoresView.nothing(),
    batch.batchTexts.noFile(),
    batch.batchTexts.stopped(),
    batch.batchTexts.otherAccount(),
    batch.batchTexts.done(3, 5),
    restrictedModeText(),
    jobs.pollingPausedText(),
    networks.networkPick.prompt(subject.address, true),
    networks.networkPick.prompt(subject.address, false),
    networks.networkPick.forAll(),
    networks.networkPick.noAddress(),
    networks.choiceOverriddenText(readingOf('key')),
    usage.usageList.empty(),
    ...[inputs.scorePick.prompt(), inputs.comparePick.prompt()],
    checksumTexts.notLookedUp(),
    reportTexts.sampleBanner(),
    reportTexts.footer(),
    reportTexts.notFetched(),
    reportTexts.withTime('It failed.', now),
    ...[reportTexts.contractNote(), scaleTexts.question(), scalePick.prompt()],
    ...[reportTexts.noEarlier(), pointTexts.none()],
    ...Object.values(occurrenceTexts.none).map((text) => text()),
    ...[verdictTexts.label(null), verdictTexts.label('mixer'), verdictTexts.fundsAlone(8.25)],
    pointTexts.fundsCaption('8.25'),
    ...([null, 'direct', 'indirect'] as const).map((way) => verdictTexts.share('Scam', way, 67)),
    ...[verdictTexts.wholeShare('Scam', 67), verdictTexts.greatest('Scam', '7')],
    ...[scalePick.bad(), scalePick.noProblemLevel('High'), nothingToCompareText()],
    ...[exportPick.nothing(), exportPick.done('report.html'), exportPick.failed()],
    workspaceReport.empty(),
    ...Object.values(workspaceReport.why).map((text) => text('money')),
    scoreTexts.notYet(true),
    scoreTexts.notYet(false),
    scoreTexts.tooBig(100_000),
    scoreTexts.noScore(),
    scoreTexts.otherAddress(),
    ...[scoreTexts.otherNetwork(), scoreTexts.unknownNetwork(), scoreTexts.unstated()],
    ...[401, 402, 403, 404, 409, 422, 500].map(
      (status) =>
        connection.checkOutcomeTexts({ ok: true, value: { status, clockSkewMs: undefined } })[0],
    ),
    connection.connectionTexts.announcement(),
    connection.checkOutcomeTexts({ ok: true, value: { status: 404, clockSkewMs: 0 } }, true)[0],
    connection.connectionTexts.sampleService(),
    connection.connectionTexts.tlsDisabled(),
    ...Object.values(tools.toolTexts).map((text) => text(4)),
    ...toolQuestions().map(({ title }) => title),
  ];
}

/** Of summaries and scores, with a network that an agent named and one that is assumed. */
function toolQuestions(): ReturnType<typeof tools.toolQuestion>[] {
  return [true, false].flatMap((isSample) =>
    [undefined, 'money'].flatMap((aggregator) =>
      [undefined, readingOf('assumed')].map((reading) =>
        tools.toolQuestion({ ...subject, reading, aggregator, isSample }),
      ),
    ),
  );
}

/** The status bar in each of its states, and its menu. */
function statusPhrases(): string[] {
  const usage = [{ kind: 'start', source: 'command', count: 2 }] as const;
  const stop = { scope: 'risk', status: 402, at: now } as const;
  const states: status.Status[] = [
    { kind: 'signedOut', account: { kind: 'signedOut' } },
    ...[true, false].flatMap((isSample) =>
      [[], [stop]].flatMap((stops) =>
        [true, false].map(
          (isUnreliable) => ({ kind: 'signedIn', isSample, usage, stops, isUnreliable }) as const,
        ),
      ),
    ),
  ];
  return [
    ...states.map(status.statusText).flatMap(({ text, tooltip, label }) => [text, tooltip, label]),
    ...[true, false].map(status.statusMenu.title),
    ...[status.statusMenu.checkConnection(), account.signOutChoice.signOut()],
    ...[account.signOutChoice.leaveSample(), status.statusName()],
  ];
}

/** Texts of the Addresses view: above its rows, and in boxes. */
function inventoryStatements(): string[] {
  const { addressFilter, addressRows, addressSearch } = inventory;
  return [
    ...[1, 2].flatMap((count) => [
      addressRows.moreAddresses(count),
      addressSearch.large(count, 4),
      addressSearch.canceled(1, count),
    ]),
    ...[
      addressSearch.cut(50_000),
      ...[1, 2].flatMap((count) => [
        ...[addressSearch.uncounted(count), addressSearch.unlisted(count)],
        addressSearch.failed(count),
        ...(['tooLarge', 'other', 'failed'] as const).map((reason) =>
          addressSearch.unreadChange(reason, count, 4),
        ),
      ]),
      addressFilter.textPrompt(),
    ],
    ...[addressFilter.tooLong(), addressFilter.nothing()],
    inventory.addressGroups.listedTextsDetail(),
    ...[inventory.addressGroups.hiddenDetail(), inventory.addressGroups.checksumDetail()],
  ];
}

/** Of the Addresses view: groups, rows, and choices. */
function inventoryPhrases(): string[] {
  const { addressFilter, addressGroups, addressRows, addressSearch } = inventory;
  return [
    ...[addressGroups.denied(), addressGroups.unlisted(), addressGroups.scored()],
    ...[addressGroups.unlistedDetail(), addressFilter.prompt()],
    ...[addressGroups.notScored(), addressGroups.listedTexts()],
    ...[addressGroups.hidden(), addressGroups.checksum(), addressGroups.lookAlike()],
    ...[1, 2].flatMap((count) => [
      addressRows.moreTexts(count),
      inventory.unnamedRow.title(count),
      addressRows.occurrences(count),
      addressRows.moreOccurrences(count),
      addressSearch.progress(1, count),
      addressSearch.badge(count),
    ]),
    ...[inventory.unnamedRow.action('base'), inventory.unnamedRow.detail('base')],
    ...[networks.rowNetwork(null), networks.rowNetwork('polygon', true), addressRows.unlisted()],
    ...[addressRows.place('a.ts', 1), addressSearch.listing()],
    ...[addressFilter.title(), addressFilter.text(), addressFilter.textDetail()],
    ...[addressFilter.network(), addressFilter.family(), addressFilter.level()],
    ...[
      addressGroups.unlisted(),
      addressFilter.assumed(),
      addressFilter.all(),
      addressFilter.isText('a'),
    ],
    ...[addressFilter.exportTitle(), addressFilter.active('a'), addressRows.times(27)],
    ...[1, 2].map((count) => addressGroups.accessible('High', count)),
    ...Object.values(inventory.addressGrouping).map((text) => text()),
    ...workspaceReportPhrases(),
  ];
}

function workspaceReportPhrases(): string[] {
  const texts = workspaceReport;
  return [
    ...[texts.command(), texts.overview(), recordTexts.createdAt()],
    ...[texts.compared(), texts.addresses(), texts.findings(), texts.finding(), texts.status()],
    ...Object.values(texts.rules).map((text) => text()),
    ...[texts.scored(), reportTexts.notScored(), exportTexts.name()],
    ...[
      recordTexts.address(),
      scoreTexts.network(),
      reportTexts.score(),
      occurrenceTexts.heading(),
      texts.notShown(),
    ],
    texts.fromCode('OWNER'),
    texts.dated('85', '2026-11-22'),
    ...[texts.stale('85', '2026-11-22'), texts.unreadable(), texts.notRead()],
    ...[1, 2].flatMap((count) => [texts.morePlaces(count), texts.moreUnread(count)]),
    ...[texts.levels(), scoreTexts.ownLevels()],
    ...[1, 2].map(texts.addressCount),
    ...[texts.networkName(null, false), texts.networkName('base', true)],
    ...[1, 2, 3, 4].map((place) => rankText(place, 26)),
    ...[null, now].map((at) => commitText('a.ts:3', { hash: 'abcdef01', at, subject: 'Pay' })),
  ];
}

const sinceMain = { name: 'main', commit: 'abcdef0123456789abcdef0123456789abcdef01' };

/** Of new addresses: why none is marked, and how a review ends. */
function newStatements(): string[] {
  const { newGapText, newReview, noNewText, revisionPick } = newness;
  const kinds = ['restricted', 'noGit', 'noRepository', 'noCommit', 'notARevision'] as const;
  return [
    ...[...kinds, 'noAnswer' as const].map((kind) => noNewText({ kind })),
    noNewText({ kind: 'unknownRevision', name: 'v1' }),
    ...(['tooMany', 'unreadable'] as const).map((gap) => newGapText(gap, sinceMain, 1_000)),
    ...[newReview.none(sinceMain), newReview.stopped(), newReview.allAdded()],
    ...[newness.ignoredSinceText('HEAD', sinceMain), newness.judgeText(sinceMain)],
    newness.noMergeBaseText(sinceMain),
    ...[newReview.end(1, 0, 1), newReview.end(4, 1, 1)],
    ...[revisionPick.notARevision(), revisionPick.unknown('v1')],
    revisionPick.notSaved(),
  ];
}

/** Of new addresses: marks, and choices. */
function newPhrases(): string[] {
  const { newReview, newTexts, revisionPick } = newness;
  return [
    ...[newTexts.group(), newTexts.since(sinceMain), newTexts.unknownSince(sinceMain)],
    ...[newReview.progress(), newReview.title(1, 2), newReview.what()],
    ...[newReview.skip(), newReview.stop(), newReview.scoreRisk()],
    ...[revisionPick.title(), revisionPick.automatic(), revisionPick.partedFrom(sinceMain)],
    ...[revisionPick.head(), revisionPick.defaultBranch(), revisionPick.enter()],
    ...[revisionPick.enterPrompt(), revisionPick.branches(), revisionPick.tags()],
    revisionPick.commits(),
  ];
}

/** Of the address book: its problems, hits, and questions. */
function bookStatements(): string[] {
  const both = [undefined, 'A thief'] as const;
  const doubts = [
    doubtTexts.unattributed(82),
    doubtTexts.assumed(),
    doubtTexts.age(samples.now - 3 * 86_400_000, samples.now),
  ];
  return [
    ...samples.bookRejections.map(book.bookRejectionText),
    ...samples.partProblems.map(book.partProblemText),
    ...samples.listProblems.flatMap((each) =>
      [false, true].map((isFetched) => book.listProblemText(each, isFetched)),
    ),
    ...both.flatMap((name) => {
      const denial = { list: 'Ours', path: 'a.csv', ...(name !== undefined && { name }) };
      const elsewhere = { ...denial, network: 'ethereum' };
      return [
        ...[denial, elsewhere].map(denials.denialText),
        ...[denial, elsewhere].map((each) => `${denials.denialProblemText('0x12…34', each)}.`),
        `${denials.deniedTextText(denial)}.`,
      ].map((text) => text.replace('..', '.'));
    }),
    book.imitatesText({ name: 'USDC', source: 'Uniswap’s token list', short: '0xa0b8…eb48' }),
    book.wrongNetworkTexts.problem(samples.otherToken, 'polygon'),
    ...(['ends', 'close'] as const).map((how) => book.onlyLooksLikeText(how, 'USDC')),
    book.namesakeText({ ...samples.namesake, isInBook: false }),
    book.namesakeText({ ...samples.namesake, isInBook: true }),
    ...[1, 2, 3].map((count) => doubtTexts.sentence(doubts.slice(0, count))),
    ...[book.crowdText(9), `${denials.denialsLeftText(1)}.`, `${denials.denialsLeftText(2)}.`],
    book.lookedLikeText(),
    ...['added', 'removed'].map((each) => String(book.listingText(each as 'added'))),
    ...[book.bookChanges.listRemoved('Ours'), book.bookChanges.bookRemoved()],
    book.bookChanges.baseRejected(),
    ...[book.bookCommand.addAndIgnoreDetail(), book.bookCommand.needsReason()],
    ...[book.bookCommand.needsDate(), book.bookCommand.tooLong(), book.bookCommand.noAddress()],
    ...[book.bookCommand.noFolder(), book.bookCommand.unknownNetwork()],
    ...[firstBook.addAll.question(1), firstBook.addAll.question(2), firstBook.addAll.detail()],
    ...[firstBook.addAll.done(1), firstBook.addAll.done(2), firstBook.addAll.none()],
    firstBook.addAll.isBook(),
    ...[book.bookCommand.needsReason(), book.bookCommand.listNotWritten()],
    book.bookCommand.denied('0x1234…abcd', 'deny.csv'),
    ...[book.bookCommand.rejected('It is not valid.'), book.bookCommand.notWritten()],
  ];
}

const doubts = ['deny', 'look-alike', 'checksum', 'wrong-network', 'uncertain', 'network'] as const;

/** Of the address book: names, reviews, and labels. */
function bookPhrases(): string[] {
  const entry = { reviewedBy: 'Ana', reviewedAt: '2026-11-22' };
  const { reviewedBy, reviewedAt } = entry;
  return [
    ...[undefined, 'USDC'].map((name) => book.replaceText({ ...samples.namesake, name })),
    ...[
      labels.compareWith('USDC'),
      labels.replace(),
      ...Object.values(book.comparedTexts).map((text) => text()),
    ],
    ...[
      book.inCodeTexts({ name: 'vault', path: 'src/a.ts', line: 3 }),
      book.inCodeTexts({ name: 'Vault', path: 'deployments/base/Vault.json' }),
      ...samples.nameSources.map((source) => book.nameTexts({ name: 'Treasury', source })),
    ].flatMap(({ name, source }) => [name, source]),
    ...[entry, { reviewedBy }, { reviewedAt }].map((each) => book.reviewText(each) ?? ''),
    ...[true, false].map((isActive) =>
      book.ignoreText({ reason: 'ours', until: '2027-01-01' }, isActive),
    ),
    book.ignoreText({ reason: 'ours' }, true),
    book.ignoreAddedText({ reason: 'ours' }),
    book.ignoreAddedText({ reason: 'ours', until: '2027-01-01' }),
    ...[
      ...[book.bookCommand.edit(), book.bookCommand.editShort()],
      firstBook.addAll.yes(),
      ...firstBook.addAll.leftOut(
        Array.from({ length: 22 }, (_, index) => ({
          ...{ address: subject.address, place: 'a.ts:1', network: 'optimism' },
          doubt: doubts[index % doubts.length] ?? 'deny',
        })),
      ),
      ...[book.bookCommand.deny(), book.bookCommand.denyTitle()],
      book.bookCommand.denyReason('0x1234…abcd'),
      book.bookCommand.add(),
      book.bookCommand.ignore(),
      book.bookCommand.addShort(),
    ],
    ...[book.bookCommand.ignoreTitle(), book.bookCommand.doAdd(), book.bookCommand.addAndIgnore()],
    ...[book.bookCommand.addAnyway(), book.bookCommand.addDetail(samples.subject.address)],
    book.bookCommand.addDeniedDetail(),
  ];
}

function readingOf(reason: ReasonKind): ChainReading {
  return {
    chain: 'ethereum',
    reason,
    evidence: 'eth',
    candidates: ['ethereum', 'bsc'],
    strength: 'structural',
  };
}

/** Labels, lines of lists, and steps: without a full stop. */
function phrases(): string[] {
  const given = <T>(value: T) => ({ state: 'given', value }) as const;
  const absent = { state: 'absent' } as const;
  const summaries = [
    {
      balance: given('1'),
      usdBalance: absent,
      isContract: given(true),
      transactions: { state: 'unreadable', text: 'many' } as const,
      lastActivity: given(0),
    },
    {
      balance: given('9'.repeat(50)),
      usdBalance: given('0'),
      transactions: given('1'),
      isContract: given(false),
      lastActivity: given(1_700_000_000),
    },
    {
      ...{ balance: absent, usdBalance: absent, isContract: absent, lastActivity: absent },
      transactions: given('1234'),
    },
  ];
  const progress: JobProgress[] = [
    { kind: 'starting' },
    ...[0, 1, 2, 3].map((polls) => {
      return { kind: 'waiting', polls, nextCheckAt: now, isOutOfReach: polls === 3 } as const;
    }),
    { kind: 'asking', polls: 2 },
    { kind: 'elsewhere', polls: 2 },
  ];
  const day = (kind: 'summary' | 'start' | 'poll', source: string) => ({ kind, source, count: 2 });
  return [
    ...nextActions.map(actionLabel),
    ...samples.jobStates.map(jobs.jobStateName),
    ...progress.map(jobs.progressSentence),
    ...[undefined, readingOf('assumed'), readingOf('key')].map((reading) =>
      jobs.scoringText(subject, reading, 'Treasury', 61_000),
    ),
    ...samples.jobStates.flatMap((state) => {
      const lines = [409, 500].map((status) =>
        jobs.jobLine(samples.jobOf(state, status), now, 'Treasury'),
      );
      const texts = lines.flatMap(({ label, description, detail }) => [label, description, detail]);
      return [...texts, jobs.jobList.forgetDetail(state)];
    }),
    ...[
      samples.jobOf('done', 200),
      ...[409, 404].map((status) => ({ ...samples.jobOf('running', status), unansweredAt: 1 })),
      { ...samples.jobOf('running', 409), lostAt: 1 },
    ].flatMap((job) => jobs.lossTexts(job, now)),
    jobs.jobList.title(),
    ...[0, 1].map(jobs.jobList.prompt),
    jobs.jobList.resumeDetail(),
    jobs.jobList.copyId(),
    jobs.jobList.enterId(),
    jobs.jobList.enterIdDetail(),
    jobs.jobList.enterIdPrompt(),
    jobs.jobList.showResponse(),
    jobs.jobList.showResponseDetail(),
    jobs.notAJobIdText(),
    jobs.keptResponseTitle(samples.jobOf('unknown', null)),
    jobSentence({ state: 'unknown', status: 200, unreadBody: '{}' }).text,
    ...samples.chainReasons.map((reason) => networks.chainReasonText(readingOf(reason))),
    ...['', 'plume-mainnet'].map((name) => networks.chainReasonText(outside(name))),
    networks.chainReasonText(unnamed(['sui', 'aptos'])),
    networks.chainReasonText({ ...readingOf('neighbors'), evidence: '' }),
    networks.networkPick.title(),
    networks.networkPick.stopAssuming('ethereum'),
    networks.assumedNetwork.fetch('ethereum'),
    networks.assumedNetwork.always(),
    networks.assumedPick.title(),
    networks.assumedPick.prompt(samples.subject.address),
    networks.assumedPick.assumed(),
    networks.assumedPick.alwaysDetail('ethereum'),
    networks.assumedPick.leaveOut(1),
    networks.assumedPick.leaveOut(3),
    ...summaries.flatMap((summary) =>
      summaryRows(summary, 'ethereum', now).flatMap(({ label, value, note = '-' }) => [
        ...[label, value, note],
      ]),
    ),
    ...summaries.flatMap((summary) =>
      ['ethereum', 'no such network'].flatMap((chain) =>
        summaryLine(summary, chain, now).split(' · '),
      ),
    ),
    ...Object.values(labels).map((label) => label('money')),
    ...(['valid', 'invalid', 'none'] as const).map(checksumText),
    ...[true, false].map((isFresh) => receivedText(now, isFresh)),
    scoredText('2 days ago'),
    ...[
      ...[lensTexts.offer(), lensTexts.offerAfterNetwork(), lensTexts.checksum()],
      ...[lensTexts.scoring(), lensTexts.job('running')],
      onNetwork(lensTexts.scoring(), 'ethereum', readingOf('assumed')),
      lensTexts.score('7', { level: null, method: null, age: null }),
      lensTexts.score('7', { level: 'High', method: 'by funds and rank', age: 'yesterday' }),
    ].flatMap((text) => {
      const { title, tooltip = '-' } = text;
      return [
        title,
        tooltip,
        ofSample(text).title,
        ofSample(text).tooltip ?? '',
        ofNew(text, sinceMain).title,
      ];
    }),
    ...statusPhrases(),
    ...toolQuestions().flatMap(({ text }) => text.split('\n')),
    ...Object.values(tools.toolProgress).map((text) => text(subject.address)),
    inputs.addressBox.title(),
    inputs.addressBox.prompt(),
    inputs.addressBox.use(subject.address),
    inputs.addressBox.recent(),
    inputs.typedProblem({ kind: 'notAnAddress' }).label,
    inputs.typedProblem({ kind: 'checksum' }).detail,
    ...[inputs.scorePick.title(), inputs.comparePick.title()],
    account.signInBoxes.title(1),
    account.signInBoxes.serviceUrl(),
    account.signInBoxes.tenantId(),
    ...account.signInBoxes.hoverChoices().flatMap((each) => [each.label, each.detail]),
    account.serviceQuestion.service('https://service.test'),
    account.serviceQuestion.sample(),
    account.signOutChoice.signOut(),
    account.signOutChoice.leaveSample(),
    batch.batchTexts.progressTitle(),
    batch.scoreBatchTexts.progressTitle(),
    batch.batchTexts.progress(1, 2),
    batch.scoresPick.title(),
    batch.scoresPick.prompt(),
    batch.scoresView.exportTitle(),
    batch.batchTexts.progress(1, 2),
    usage.usageList.prompt(),
    usage.usageList.older(),
    book.quotedName('carol'),
    checksumTexts.fix(),
    checksumTexts.fixAll(2),
    book.wrongNetworkTexts.fix(samples.otherToken, 'polygon'),
    ...[null, 'USDC'].map(inventory.addressGroups.looksLike),
    alarmOf([{ list: 'Ours', path: 'a.csv' }], undefined)?.title ?? '',
    alarmOf([], undefined, { token: samples.otherToken, network: 'polygon' })?.title ?? '',
    usage.usageText([
      ...['hover', 'panel', 'command', 'batch', 'tool', 'later'].map((each) =>
        day('summary', each),
      ),
      ...['job', 'check'].map((each) => day('poll', each)),
    ]),
    ...samples.spendings.flatMap((each) => Object.values(usage.spendingLine(each, undefined))),
    ...[true, false].map(usage.usageList.title),
    reportTexts.fetching(),
    reportTexts.asOf(now, now),
    reportTexts.staleAsOf(now - 9e8, now),
    ...[scoreTexts.notANumber('high'), scoreTexts.noScale()],
    ...[scoreTexts.warning(), recordTexts.createdAt(), scoreTexts.category(), scoreTexts.value()],
    ...[scoreTexts.byCategory(1), scoreTexts.byCategory(2), aboveScaleText('High')],
    ...(['otherAddress', 'otherNetwork'] as const).map((owner) => ofOtherText(owner) ?? ''),
    ...[scoreTexts.within('direct', 1), scoreTexts.within('direct', 2), scoreTexts.other()],
    ...[scoreTexts.outsideScale('0', '1'), scoreTexts.outsideSampleScale()],
    ...[scoreTexts.network(), scoreTexts.unexplained()],
    ...[scaleTexts.upTo(1), scaleTexts.own(), scaleTexts.notNow(), scaleTexts.strip('High')],
    ...Object.values(recordTexts).map((text) => text()),
    ...[1, 2].flatMap((count) =>
      Object.values(occurrenceTexts).flatMap((text) =>
        typeof text === 'function' ? text(count) : [],
      ),
    ),
    ...[reportTexts.contract(), reportTexts.elapsed(), reportTexts.nextSteps()],
    ...[reportTexts.nextCheck(), reportTexts.otherMethod(), reportTexts.difference()],
    reportTexts.differenceOf('+1.5'),
    ...[reportTexts.overTime(), reportTexts.timeline(3), reportTexts.sinceLast('+7', 'now')],
    reportTexts.sinceLast('+7', 'now', 'Mixer +7'),
    ...[
      verdictTexts.ownLabel(),
      ...(['empty', 'busy', 'value'] as const).map(verdictTexts.noNumber),
      categoryTitle(['dark_market']),
    ],
    ...[
      pointTexts.heading(),
      pointTexts.fundsHeading(),
      pointTexts.caption('85'),
      pointTexts.points(),
      pointTexts.usd(),
    ],
    ...[pointTexts.share(), pointTexts.direct(), pointTexts.indirect(), pointTexts.allValues()],
    ...[pointTexts.withoutPoints(1), pointTexts.withoutPoints(2), pointTexts.unattributed(81.5)],
    ...[pointTexts.whatIf(), pointTexts.without('scam'), methodName('money')],
    ...[methodName('money_rank_weight'), methodExplanation('money')],
    methodExplanation('money_rank_weight'),
    ...[reportTexts.differences(2, 2), reportTexts.differences(12, 40)],
    ...[reportTexts.score(), reportTexts.evidenceOf('by funds')],
    ...[reportTexts.showMore(), reportTexts.showInside()].map((text) => text.replace('{0}', '3')),
    ...[true, false].map((isSample) =>
      scoreProblemText({
        ...{ score: '80', level: 'High', aggregator: 'money', receivedAt: 0 },
        ...{ reasons: ['94 % of the score: scam'], isSample },
      }),
    ),
    ...[scalePick.title(), scaleTexts.upTo(1), scalePick.levels('a'), scalePick.level('a', 1)],
    ...[scaleTexts.own(), scalePick.ownDetail(), scalePick.none(), scalePick.noneDetail()],
    ...[exportPick.title(), exportPick.open(), exportPick.showInFolder()],
    ...[pastTexts.caption(), pastTexts.received()],
    ...[pastTexts.aggregator(), reportTexts.score(), pastTexts.change(), pastTexts.categories()],
    ...[pastTexts.added('a'), pastTexts.removed('a'), pastTexts.changed('a'), pastTexts.same()],
    ...[pastTexts.more(1), pastTexts.more(2), pastTexts.cost(), pastTexts.oneCalculation()],
    pastTexts.costOf(pastTexts.oneCalculation()),
    ...[scoreTexts.charge('none'), scoreTexts.charge('maybe')],
    ...[scoreTexts.retry(), scoreTexts.failedAt(now, now), reportTexts.notFetchedAt()],
    ...[scoreTexts.again(), scoreTexts.ownLevels(), verdictTexts.zero(), alarmNote()],
    ...[pastTexts.maybeOne(), pastTexts.nothing(), pastTexts.shared()],
    ...[...exportPick.formats(), ...workspaceReport.formats()].flatMap((each) => [
      each.label,
      each.description,
    ]),
    cutFigure('3'.repeat(300)),
    ...reportPhrases(),
    ...bookPhrases(),
    ...[newness.revisionPick.prompt(), book.bookCommand.name('0x12…34', 'Ethereum')],
    ...[book.bookCommand.note(), book.bookCommand.reason(), book.bookCommand.until()],
    newness.newTexts.groupDetail({ name: 'main', commit: 'abcdefabcdef' }),
    ...inventoryPhrases(),
    ...newPhrases(),
    ...[undefined, 100, 99_000].flatMap((clockSkewMs) =>
      connection.checkOutcomeTexts({ ok: true, value: { status: 404, clockSkewMs } }).slice(1),
    ),
    connection.connectionTexts.progressTitle(),
    connection.connectionTexts.service('https://service.test'),
    ...[true, false].map(connection.connectionTexts.tls),
    connection.connectionTexts.resolved('service.test', '192.0.2.1'),
    ...[undefined, 'ENOTFOUND'].map((code) =>
      connection.connectionTexts.notResolved('service.test', code),
    ),
    ...(['thisMachine', 'byVsCode', 'off', 'none'] as const).map((kind) =>
      connection.proxyText({ kind }),
    ),
    ...['proxy.test:8080', undefined].map((host) =>
      connection.proxyText({ kind: 'set', by: 'http.proxy', host }),
    ),
  ];
}

/** Of reasons and of exports. */
function reportPhrases(): string[] {
  const ways = [null, 'direct', 'indirect'] as const;
  const bases = ['score', 'whole', 'none'] as const;
  const { stale, notReadable, otherAddress, otherNetwork, onScale, outside, ...others } =
    exportTexts;
  const { categories, restOf, differences, storedScores, riskScore, receivedAt, ...rest } = others;
  const { title, sampleTitle, ...labelTexts } = rest;
  return [
    ...ways.flatMap((way) =>
      bases.map((of) =>
        reasonText({ names: ['scam'], way, digits: '7', percent: of === 'none' ? null : 94 }, of),
      ),
    ),
    ...[title('vault'), sampleTitle(title('vault'))],
    ...Object.values(labelTexts).map((label) => label()),
    ...[stale('2026-11-22'), notReadable('x'), otherAddress('0x1'), otherNetwork('bsc')],
    ...[onScale('High', 0, 100), outside(0, 1), riskScore('money'), receivedAt('2026-11-22')],
    ...[categories(3, 3), categories(20, 21), restOf(40, 41)],
    ...[differences(3, 3), differences(5, 6), storedScores(3, 3), storedScores(5, 6)],
  ];
}

function everyText(): string[] {
  return [
    ...sentences().map(({ text }) => text),
    ...questions().flatMap(({ text, detail, yes }) => [text, yes, ...(detail ? [detail] : [])]),
    ...statements(),
    ...phrases(),
  ];
}

describe('the sentences of the product', () => {
  before(() => l10n.config({ contents: {} }));

  it('have no empty placeholder, bracket, or value', () => {
    for (const text of everyText()) {
      assert.doesNotMatch(text, /[{}]|\(\)|undefined|null|NaN| {2}| [.,;]/, text);
      assert.equal(text, text.trim());
      assert.notEqual(text, '');
    }
  });

  it('are whole sentences where they stand alone', () => {
    const alone = [
      ...sentences().map(({ text }) => text),
      ...questions().flatMap(({ text, detail }) => [text, ...(detail ? detail.split('\n') : [])]),
      ...statements(),
    ];
    for (const text of alone) assert.match(text, /^(?:[\p{Lu}“]|\d).*[.?]$/u, text);
  });

  it('do not use the words that the voice of the product avoids', () => {
    const avoided = /\b(?:anew|licence|somebody|nobody (?!controls)|told|Cancelled|set aside)\b|!/;
    for (const text of everyText()) assert.doesNotMatch(text, avoided);
  });

  it('are all covered by this test', () => {
    const kept = JSON.parse(
      readFileSync(join(repository, 'l10n', 'bundle.l10n.json'), 'utf8'),
    ) as Record<string, string>;
    const looked = new Set<string>();
    const contents = new Proxy<Record<string, string>>(
      {},
      {
        get(_target, key) {
          looked.add(String(key));
          return undefined;
        },
      },
    );
    l10n.config({ contents });
    try {
      everyText();
    } finally {
      l10n.config({ contents: {} });
    }
    const uncovered = Object.keys(kept).filter((sentence) => !looked.has(sentence));
    assert.deepEqual(uncovered, []);
  });
});

describe('a message', () => {
  it('has one next action, which has a label', () => {
    for (const { text, next } of sentences()) {
      assert.ok(nextActions.includes(next), text);
      assert.notEqual(actionLabel(next), '');
    }
  });

  for (const kind of samples.failureKinds) {
    it(`quotes what is known about the failure ${kind}, and only that`, () => {
      const bare = failureSentence({ kind, wasSent: false }).text;
      assert.doesNotMatch(bare, /\(|\d/);
      const { text } = failureSentence({ kind, wasSent: false, status: 418, code: 'EXAMPLE' });
      const numbers = text.match(/418|EXAMPLE/g) ?? [];
      assert.ok(numbers.length <= 1, text);
    });
  }

  it('warns of a charge if the response to a summary call was lost, and only then', () => {
    const failure = { kind: 'timeout', endpoint: 'summary' } as const;
    const charged = / The call may have been charged\.$/;
    assert.match(summaryFailureSentence({ ...failure, wasSent: true }).text, charged);
    assert.doesNotMatch(summaryFailureSentence({ ...failure, wasSent: false }).text, charged);
    const rejected = { ...failure, kind: 'callsUsedUp', status: 402, wasSent: true } as const;
    assert.doesNotMatch(summaryFailureSentence(rejected).text, charged);
    for (const kind of ['network', 'timeout', 'tooLarge', 'badAnswer', 'intermediary'] as const) {
      const unread = { ...failure, kind, status: 200, wasSent: true };
      assert.match(summaryFailureSentence(unread).text, charged, kind);
    }
  });

  it('says whose limit is used up, until when, and whom to ask', () => {
    const texts = limits.map(
      (limit) => failureSentence({ kind: 'quotaUsedUp', status: 402, limit }).text,
    );
    assert.match(
      texts[0] ?? '',
      /^Your daily limit is used up\. It resets at 2026-11-29 00:00 UTC\./,
    );
    assert.match(texts[1] ?? '', /^Your team’s daily limit /);
    assert.match(
      texts[2] ?? '',
      /^Your team’s license is used up at the service\. .* 2026-11-29 00:00/,
    );
    for (const text of texts) assert.match(text, / Ask the operator of the gateway\.$/);
  });

  it('names no source of status checks that are nothing else', () => {
    const checks = { kind: 'poll', source: 'job', count: 14 } as const;
    const lineOf = (...rows: Parameters<typeof usage.usageLines>[0]) => usage.usageLines(rows)[2];
    assert.equal(lineOf(checks), 'Status checks today: 14');
    assert.equal(
      lineOf(checks, { ...checks, source: 'check', count: 1 }),
      'Status checks today: 15 (Status check 14, Check Connection 1)',
    );
  });

  it('names the gateway, not the service, for a call that stopped there', () => {
    const revoked = { kind: 'keyRevoked', status: 403 } as const;
    const atGateway = failureSentence({ ...revoked, charged: 0 }).text;
    assert.match(atGateway, /^The gateway .*\(403\)\. Ask the operator of the gateway\.$/);
    assert.match(atGateway, /expired/, 'the last day of a member gets a 403, too');
    assert.match(failureSentence(revoked).text, /^The service /);
    const stopped = { kind: 'serverFault', status: 503, wasSent: false } as const;
    assert.match(failureSentence({ ...stopped, charged: 0 }).text, /^The gateway .*\(503\)/);
    assert.match(failureSentence(stopped).text, /^The service /);
  });

  it('does not claim that nothing was sent if the service may have received the request', () => {
    const late = failureSentence({ kind: 'tls', wasSent: true }).text;
    const code = 'ERR_SSL_WRONG_VERSION_NUMBER';
    const plain = failureSentence({ kind: 'tls', wasSent: false, code }).text;
    assert.match(plain, /does not speak TLS.*Nothing was sent/);
    assert.doesNotMatch(plain, /certificate/);
    assert.doesNotMatch(late, /Nothing was sent/);
    assert.match(failureSentence({ kind: 'tls', wasSent: false }).text, /Nothing was sent/);
  });
});

describe('a network that is used', () => {
  it('is named with its reason, and a guess is shown as one', () => {
    for (const [reason, words] of [
      [undefined, 'Polygon'],
      ['assumed', 'Polygon (assumed)'],
      ['alwaysAssumed', 'Polygon · your choice for this workspace'],
      ['setting', 'Polygon · from “Address Risk: Default Chain”'],
      ['comment', 'Polygon · from “eth” in a comment'],
    ] as const) {
      const reading = reason && readingOf(reason);
      assert.equal(networks.networkWithReason('polygon', reading), words);
      const text = jobs.scoringText({ ...subject, chain: 'polygon' }, reading, undefined, 61_000);
      assert.equal(text, `Scoring 0xA0b8…eB48 on ${words.split(' · ')[0]}… 01:01`);
    }
  });

  it('is named in the question about a batch, each with how many are on it', () => {
    const assumed = { chain: 'ethereum', reading: readingOf('assumed') };
    const named = { chain: 'polygon', reading: readingOf('comment') };
    const fetching = [assumed, named, named];
    const { detail } = batch.batchQuestion({ ...left, found: 4, stored: 1, fetching, later: 0 });
    assert.deepEqual(detail.split('\n').slice(3), [
      'Polygon · from “eth” in a comment: 2 addresses.',
      'Ethereum (assumed): 1 address.',
    ]);
  });
});

describe('a file without addresses that have summaries', () => {
  it('is not reported as one whose summaries are stored', () => {
    assert.doesNotMatch(batch.nothingToFetchText({ ...left, found: 0 }), /stored|0/);
    assert.match(batch.nothingToFetchText({ ...left, found: 1 }), /^1 summary already stored\./);
    assert.match(
      batch.nothingToFetchText({ ...left, found: 12 }),
      /^12 summaries already stored\./,
    );
  });
});

describe('the language', () => {
  it('is that of the editor, for sentences and for times', () => {
    setLanguage('de', { Balance: 'Guthaben', '{0} of {1}': '{0} von {1}' });
    const summary = { state: 'absent' } as const;
    const [row] = summaryRows(
      {
        balance: summary,
        usdBalance: summary,
        transactions: summary,
        isContract: summary,
        lastActivity: summary,
      },
      'ethereum',
      now,
    );
    assert.equal(row?.label, 'Guthaben');
    assert.equal(batch.batchTexts.progress(1, 2), '1 von 2');
    assert.equal(ago(now - 86_400_000, now), 'gestern');
    assert.equal(row.value, 'not given', 'English, where a translation is missing');
    setLanguage('en', undefined);
    assert.equal(batch.batchTexts.progress(1, 2), '1 of 2');
    assert.equal(ago(now - 86_400_000, now), 'yesterday');
  });

  it('is English without a translation, also for times and pages', () => {
    setLanguage('de', undefined);
    assert.equal(currentLanguage(), 'en');
    assert.equal(ago(now - 86_400_000, now), 'yesterday');
  });

  it('joins lists and sentences as Chinese does', () => {
    const bundle = readFileSync(join(repository, 'l10n', 'bundle.l10n.zh-cn.json'), 'utf8');
    setLanguage('zh-cn', JSON.parse(bundle) as Record<string, string>);
    try {
      const usageRows = [
        { kind: 'summary', source: 'hover', count: 2 },
        { kind: 'summary', source: 'batch', count: 1 },
      ] as const;
      for (const [text, expected] of [
        [
          usage.usageText(usageRows),
          '今日摘要：3（悬停 2、批量或比较 1）；今日计算：0；今日状态检查：0',
        ],
        [
          status.statusText({ kind: 'signedOut', account: { kind: 'signedOut' } }).label,
          'Address Risk：未登录。你未登录任何服务',
        ],
        [
          batch.nothingToFetchText({ ...left, found: 0, undecided: ['0x12', '0x34'] }),
          '已跳过：网络未知（0x12、0x34）。请使用“选择网络…”进行选择。',
        ],
        [
          reportTexts.withTime(failureSentence({ kind: 'badAnswer' }).text, 0),
          '无法读取响应。请检查服务 URL。显示截至 1970-01-01 00:00 UTC 的数据。',
        ],
        [
          doubtTexts.sentence([
            doubtTexts.unattributed(82),
            doubtTexts.age(now - 3 * 3_600_000, now),
          ]),
          '82% 的资金未归因，3 小时前收到此评分。',
        ],
        [scoredText(ago(now - 86_400_000, now)), '昨天评分'],
        [account.signInBoxes.title(1), '登录（1/4）'],
      ]) {
        assert.equal(text, expected);
      }
    } finally {
      setLanguage('en', undefined);
    }
  });
});
