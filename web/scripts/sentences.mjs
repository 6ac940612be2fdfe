/**
 * Every sentence of the house in one place, compiled for the browser.
 *
 * The sentences stand beside the code that speaks them: `words/<language>.json` of the Python packages, and
 * `messages/<language>.json` here and in a game's folder for what only the browser says. Paraglide turns all of them into functions,
 * two modules a language, so that a browser loads the language it speaks and no other: what the first page may say, and
 * what games say of themselves, which comes with the first page that needs it.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@inlang/paraglide-js';

export const LANGUAGES = ['en', 'fr', 'de'];

const WEB = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const HOUSE = join(WEB, '..', 'src', 'ludotheque');
const BUILD = join(WEB, '.build');

/** The sentences that the first page says of a game. */
const ON_THE_FIRST_PAGE = /_tagline$/;

/** What is said only at a table, in the profile or in a replay. */
const NOT_ON_THE_FIRST_PAGE = /^(server_(event|reason|preview|refusal_(call|last|left|login|match|passkey|password|record|resigned|wrong))|core_(event|refusal_(action|arena|engine|game_import|game_package|league|needs|no_encoding|not_a|not_installed|opponents|option_value|own_bot|ray|record|selfplay|undo))|web_(absent|account|against|allow|analysis|call|calls|change|chat|close|cover|device|end|fill|free|friends|goal|hint|host|invite|invited|key_moment|late|learn|lesson|licences|link|lobby|luck|mistake|next|one|option|other|pace|part|passkey|password|practice|practise|proof|public|rating|reach|ready|record|recovery|rematch|screen|seats|since|stand|starter|stay|step|study|table|undo|usual|why))_|^web_(decides|draw|end_|ending|gave_up|key_moment|next_opponent|no_winner|points_behind|rematch|share_picture|winner|you_share|you_win)|^web_(is_(host|away|ready)|not_ready|i_am_ready|open_link|play_how|popular|seat_(by_link|friend|here|link_lead|open|to_bot)|sit_here)$/;

/** The folders that hold sentences of games; a new game is found by itself, and so are editions inside a game's folder. */
function gameFolders() {
  const found = readdirSync(join(HOUSE, 'games'), { recursive: true }).map(String);
  const games = found.filter((path) => basename(path) === 'words').sort();
  return [
    ...games.map((words) => join(HOUSE, 'games', words)),
    ...readdirSync(join(WEB, 'src', 'games')).sort().map((game) => join(WEB, 'src', 'games', game, 'messages')),
  ].filter((folder) => existsSync(folder));
}

/** The folders that hold sentences. */
export function folders() {
  return [join(HOUSE, 'core', 'words'), join(HOUSE, 'server', 'words'), join(WEB, 'messages'), ...gameFolders()];
}

/**
 * All sentences of a language, each in the form the file gives it; only those of some folders, if they are named.
 * @param {string} language
 * @returns {Record<string, unknown>}
 */
export function sentences(language, from = folders()) {
  const files = from.map((folder) => join(folder, `${language}.json`));
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf-8'))));
}

/**
 * The sentences of a language in two parts: what games and tables say of themselves, and all that may be said before.
 * @param {string} language
 * @returns {Record<string, Record<string, unknown>>}
 */
export function parts(language) {
  const all = Object.entries(sentences(language));
  const own = sentences(language, gameFolders());
  const later = (/** @type {string} */ key) => (key in own && !ON_THE_FIRST_PAGE.test(key)) || NOT_ON_THE_FIRST_PAGE.test(key);
  return {
    house: Object.fromEntries(all.filter(([key]) => !later(key))),
    games: Object.fromEntries(all.filter(([key]) => later(key))),
  };
}

/**
 * Write a part of the sentences as an inlang project and compile it to `.build/paraglide`.
 * @param {string} part
 */
async function build(part) {
  const project = join(BUILD, `${part}.inlang`);
  mkdirSync(project, { recursive: true });
  for (const language of LANGUAGES) {
    writeFileSync(join(BUILD, `${part}-${language}.json`), JSON.stringify(parts(language)[part]));
  }
  const plugin = join(WEB, 'node_modules', '@inlang', 'plugin-message-format', 'dist', 'index.js');
  const settings = {
    baseLocale: 'en',
    locales: LANGUAGES,
    telemetry: 'off',
    modules: [`./${relative(BUILD, plugin)}`],
    'plugin.inlang.messageFormat': { pathPattern: `./${part}-{locale}.json` },
  };
  writeFileSync(join(project, 'settings.json'), JSON.stringify(settings));
  await compile({
    project,
    outdir: join(BUILD, 'paraglide', part),
    outputStructure: 'locale-modules',
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
    isServer: 'false',
    strategy: ['baseLocale'],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build('house');
  await build('games');
  process.exit(0); // the compiler leaves a timer behind that would hold the process for half a minute
}
