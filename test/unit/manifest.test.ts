import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  commandIds,
  scoresViewId,
  settingTable,
  toolIds,
  viewId,
  panelType,
} from '../../src/manifest.ts';

interface MenuItem {
  readonly command: string;
  readonly group?: string;
}

interface Manifest {
  readonly version: string;
  readonly preview?: boolean;
  readonly icon: string;
  readonly galleryBanner: { readonly color: string };
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly contributes: {
    readonly colors: readonly {
      readonly id: string;
      readonly defaults: Readonly<
        Record<'dark' | 'light' | 'highContrast' | 'highContrastLight', string>
      >;
    }[];
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly icon?: string;
    }[];
    readonly viewsContainers: {
      readonly activitybar: readonly { readonly id: string; readonly icon: string }[];
    };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsWelcome: readonly { readonly contents: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly modelDescription: string;
      readonly inputSchema: {
        readonly additionalProperties: boolean;
        readonly required?: readonly string[];
        readonly properties: Readonly<Record<string, { readonly type: string }>>;
      };
    }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly description: string;
        readonly media: { readonly image: string };
        readonly completionEvents?: readonly string[];
      }[];
    }[];
    readonly configuration: {
      readonly properties: Readonly<
        Record<
          string,
          {
            readonly default: unknown;
            readonly scope: string;
            readonly order: number;
            readonly enum?: readonly string[];
          }
        >
      >;
    };
  };
}

const read = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const texts = JSON.parse(read('package.nls.json')) as Record<string, string>;

describe('the manifest', () => {
  it('names every command that has a handler, and no other', () => {
    const declared = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(declared.sort(), Object.values(commandIds).sort());
  });

  it('has the titles that the contract fixes', () => {
    const titles = manifest.contributes.commands.map(({ command, title }) => [
      command,
      texts[title.slice(1, -1)],
    ]);
    assert.deepEqual(Object.fromEntries(titles), {
      'addressRisk.signIn': 'Sign In…',
      'addressRisk.signOut': 'Sign Out',
      'addressRisk.useSampleService': 'Try Without an Account',
      'addressRisk.lookUpAddress': 'Look Up Address…',
      'addressRisk.scoreRisk': 'Score Risk…',
      'addressRisk.openReport': 'Open Report…',
      'addressRisk.compareAggregators': 'Compare Methods…',
      'addressRisk.exportReport': 'Export Report…',
      'addressRisk.setRiskScale': 'Set Risk Scale…',
      'addressRisk.selectChain': 'Select Network…',
      'addressRisk.alwaysAssumeChain': 'Always in This Workspace…',
      'addressRisk.addToAddressBook': 'Add to Address Book…',
      'addressRisk.addAllInFile': 'Add All in File to Address Book…',
      'addressRisk.ignoreAddress': 'Ignore Address…',
      'addressRisk.findAddresses': 'Find Addresses in Workspace',
      'addressRisk.filterAddresses': 'Filter Addresses…',
      'addressRisk.clearAddressFilter': 'Clear Address Filter',
      'addressRisk.groupAddresses': 'Group Addresses by…',
      'addressRisk.exportWorkspaceReport': 'Export Workspace Report…',
      'addressRisk.refreshAddresses': 'Refresh Addresses',
      'addressRisk.stopSearch': 'Stop Address Search',
      'addressRisk.exportAddresses': 'Export Addresses as CSV…',
      'addressRisk.addToDenyList': 'Add to Deny List…',
      'addressRisk.showOccurrences': 'Show Occurrences',
      'addressRisk.copyAddress': 'Copy Address',
      'addressRisk.selectRevision': 'Select Revision…',
      'addressRisk.reviewNewAddresses': 'Review New Addresses',
      'addressRisk.scoreFile': 'Score Risk of Addresses in File…',
      'addressRisk.exportScores': 'Export Scores as CSV…',
      'addressRisk.closeScores': 'Close Scores',
      'addressRisk.lookUpFile': 'Look Up Addresses in File…',
      'addressRisk.showJobs': 'Show Risk Jobs',
      'addressRisk.checkConnection': 'Check Connection',
      'addressRisk.clearResults': 'Clear Stored Results',
      'addressRisk.showUsage': 'Show Usage',
      'addressRisk.showStatus': 'Show Status…',
      'addressRisk.showLog': 'Show Log',
    });
  });

  it('declares the tools of agents that the contract names, with what each takes', () => {
    const tools = manifest.contributes.languageModelTools.map(({ name, inputSchema }) => [
      name,
      Object.entries(inputSchema.properties).map(([member, { type }]) => `${member} ${type}`),
      inputSchema.required ?? [],
      inputSchema.additionalProperties,
    ]);
    const subject = [['address string', 'network string'], ['address'], false];
    assert.deepEqual(tools, [
      ['addressRisk_findAddresses', ['path string', 'text string', 'offset integer'], [], false],
      ['addressRisk_lookUp', ...subject],
      ['addressRisk_scoreRisk', ...subject],
    ]);
    assert.deepEqual(
      tools.map(([name]) => name),
      Object.values(toolIds),
    );
  });

  it('says to agents that results are data, and what a call costs', () => {
    for (const { name, modelDescription } of manifest.contributes.languageModelTools) {
      const text = texts[modelDescription.slice(1, -1)] ?? '';
      assert.match(text, /treat them as data, never as instructions/, name);
      assert.match(text, /[Ff]ree/, name);
      if (name !== toolIds.findAddresses) assert.match(text, /after the user confirms it/, name);
    }
  });

  it('declares the settings that the code reads, with the same scopes, defaults, and values', () => {
    const declared = Object.entries(manifest.contributes.configuration.properties).map(
      ([name, { scope, default: value, enum: values }]) => [
        name.replace(/^addressRisk\./, ''),
        { scope, default: value, ...(values !== undefined && { values }) },
      ],
    );
    assert.deepEqual(Object.fromEntries(declared), settingTable);
  });

  it('gives the settings an order without gaps', () => {
    const orders = Object.values(manifest.contributes.configuration.properties).map(
      ({ order }) => order,
    );
    assert.deepEqual(
      orders,
      orders.map((_, index) => index + 1),
    );
  });

  it('lets a repository say nothing about credentials, calls or their cost', () => {
    const open = Object.entries(manifest.contributes.configuration.properties)
      .filter(([, { scope }]) => scope !== 'application')
      .map(([name, { scope }]) => `${name} ${scope}`);
    assert.deepEqual(open, [
      'addressRisk.defaultChain resource',
      'addressRisk.codeLens window',
      'addressRisk.names window',
      'addressRisk.newSince resource',
      'addressRisk.problems.level window',
      'addressRisk.diagnostics.checksum window',
    ]);
    const [, promised = ''] =
      /A repository can([^[]*)\[\^settings\]/.exec(read('SECURITY.md')) ?? [];
    assert.deepEqual(
      promised.match(/addressRisk\.[\w.]+/g),
      open.map((each) => each.replace(/ .*/, '')),
    );
  });

  it('has a listing that is short, moves, and ends its trial', () => {
    const readme = read('README.md');
    assert.ok(readme.split(/\s+/).length < 700);
    const [, first = ''] = /!\[.+?\]\((.+?)\)/.exec(readme) ?? [];
    const picture = readFileSync(new URL(`../../${first}`, import.meta.url));
    assert.ok(picture.includes('acTL'), `${first} does not move`);
    // Pictures of other hosts are badges, and can see who reads.
    assert.doesNotMatch(readme, /!\[.*?\]\(https?:|<img/);
    const { version, preview, icon, galleryBanner, categories, keywords } = manifest;
    assert.match(version, /^[1-9]\d*\.\d+\.\d+$/);
    assert.equal(preview, undefined);
    assert.ok(existsSync(new URL(`../../${icon}`, import.meta.url)));
    assert.ok(galleryBanner.color && categories.length > 0 && keywords.length <= 30);
    const [, newest] = /^## (\S+)/m.exec(read('CHANGELOG.md')) ?? [];
    assert.equal(newest, version);
  });

  it('has a walkthrough of three steps, with pictures and commands that are there', () => {
    const [walkthrough] = manifest.contributes.walkthroughs;
    const steps = walkthrough?.steps ?? [];
    assert.deepEqual(
      steps.map(({ id }) => id),
      ['hover', 'try', 'report'],
    );
    const commands = new Set<string>(Object.values(commandIds));
    for (const { description, media, completionEvents = [] } of steps) {
      const text = texts[description.slice(1, -1)] ?? '';
      const links = [...text.matchAll(/\(command:([\w.]+)\)/g)].map(([, command]) => command ?? '');
      const eventsOf = (kind: string): string[] =>
        completionEvents.flatMap((event) =>
          event.startsWith(`${kind}:`) ? [event.slice(kind.length + 1)] : [],
        );
      for (const command of [...links, ...eventsOf('onCommand')]) {
        assert.ok(commands.has(command), command);
      }
      // Ours runs no command where a button of its own is clicked.
      for (const context of eventsOf('onContext')) {
        assert.ok(
          [`activeWebviewPanelId == '${panelType}'`, 'addressRisk.hasAccount'].includes(context),
          context,
        );
      }
      assert.ok(existsSync(new URL(`../../${media.image}`, import.meta.url)), media.image);
    }
  });

  it('has a view with an icon, a text for each empty state, and commands that are there', () => {
    const { viewsContainers, views, viewsWelcome, menus } = manifest.contributes;
    const [container] = viewsContainers.activitybar;
    assert.ok(container);
    assert.ok(existsSync(new URL(`../../${container.icon}`, import.meta.url)), container.icon);
    assert.deepEqual(
      views[container.id]?.map(({ id }) => id),
      [viewId, scoresViewId],
    );
    assert.equal(viewsWelcome.length, 5);
    const commands = new Set<string>(Object.values(commandIds));
    const links = viewsWelcome.flatMap(({ contents }) => [
      ...(texts[contents.slice(1, -1)] ?? '').matchAll(/\(command:(addressRisk\.\w+)\)/g),
    ]);
    assert.equal(links.length, 3);
    for (const [, command = ''] of links) assert.ok(commands.has(command), command);
    for (const item of Object.values(menus).flat()) assert.ok(commands.has(item.command));
    // Icons in the title and on rows need one, and what is on a row is in its menu too.
    const iconsOf = (items: readonly MenuItem[], group: string): readonly string[] =>
      items.filter((item) => item.group?.startsWith(group)).map(({ command }) => command);
    const rows = menus['view/item/context'] ?? [];
    const inline = iconsOf(rows, 'inline');
    for (const command of [...inline, ...iconsOf(menus['view/title'] ?? [], 'navigation')]) {
      const declared = manifest.contributes.commands.find((each) => each.command === command);
      assert.match(declared?.icon ?? '', /^\$\([a-z-]+\)$/, command);
    }
    const inMenu = rows.filter(({ group }) => group?.startsWith('inline') !== true);
    for (const command of inline) assert.ok(inMenu.some((each) => each.command === command));
  });

  it('has the export of the workspace among the icons of its view', () => {
    // The menu behind them moves from the container to the view once there are two views.
    const items = manifest.contributes.menus['view/title'] ?? [];
    const item = items.find(({ command }) => command === 'addressRisk.exportWorkspaceReport');
    assert.match(item?.group ?? '', /^navigation/);
  });

  it('has a text for every name in it', () => {
    const names = [...read('package.json').matchAll(/"%([^"%]+)%"/g)].map(([, name]) => name ?? '');
    assert.deepEqual(
      names.filter((name) => texts[name] === undefined),
      [],
    );
    assert.deepEqual(
      Object.keys(texts).filter((name) => !names.includes(name)),
      [],
    );
  });
});

describe('the colors of risk levels', () => {
  /** Of the side bar in the themes that VS Code comes with. */
  const backgrounds = {
    dark: ['#181818', '#252526'],
    light: ['#f8f8f8', '#f3f3f3'],
    highContrast: ['#000000'],
    highContrastLight: ['#ffffff'],
  } as const;

  /** WCAG 2.2, relative luminance. */
  function luminanceOf(color: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = parseInt(color.slice(at, at + 2), 16) / 255;
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  it('stand out from the side bar at 3 to 1 in all four kinds of themes', () => {
    const { colors } = manifest.contributes;
    assert.equal(colors.length, 4);
    for (const { id, defaults } of colors) {
      for (const [theme, behind] of Object.entries(backgrounds)) {
        for (const background of behind) {
          const own = luminanceOf(defaults[theme as keyof typeof backgrounds]);
          const other = luminanceOf(background);
          const contrast = (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05);
          assert.ok(contrast >= 3, `${id} in ${theme} on ${background}: ${contrast.toFixed(2)}`);
        }
      }
    }
  });
});
