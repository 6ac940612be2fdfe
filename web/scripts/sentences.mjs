/**
 * Every sentence of the house in one place, compiled for the browser.
 *
 * The sentences stand beside the code that speaks them: `words/<language>.json` of the Python packages, and
 * `messages/<language>.json` here and in a game's folder for what only the browser says. Paraglide turns all of them into functions,
 * one module a language, so that a browser loads the language it speaks and no other.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@inlang/paraglide-js';

export const LANGUAGES = ['en', 'fr', 'de'];

const WEB = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const HOUSE = join(WEB, '..', 'src', 'ludotheque');
const BUILD = join(WEB, '.build');

/** The folders that hold sentences; a new game is found by itself, and so are editions inside a game's folder. */
export function folders() {
  const found = readdirSync(join(HOUSE, 'games'), { recursive: true }).map(String);
  const games = found.filter((path) => basename(path) === 'words').sort();
  return [
    join(HOUSE, 'core', 'words'),
    join(HOUSE, 'server', 'words'),
    ...games.map((words) => join(HOUSE, 'games', words)),
    join(WEB, 'messages'),
    ...readdirSync(join(WEB, 'src', 'games')).sort().map((game) => join(WEB, 'src', 'games', game, 'messages')),
  ].filter((folder) => existsSync(folder));
}

/**
 * All sentences of a language, each in the form the file gives it.
 * @param {string} language
 * @returns {Record<string, unknown>}
 */
export function sentences(language) {
  const files = folders().map((folder) => join(folder, `${language}.json`));
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf-8'))));
}

/** Write the sentences as an inlang project and compile it to `.build/paraglide`. */
async function build() {
  const project = join(BUILD, 'project.inlang');
  mkdirSync(project, { recursive: true });
  for (const language of LANGUAGES) {
    writeFileSync(join(BUILD, `${language}.json`), JSON.stringify(sentences(language)));
  }
  const plugin = join(WEB, 'node_modules', '@inlang', 'plugin-message-format', 'dist', 'index.js');
  const settings = {
    baseLocale: 'en',
    locales: LANGUAGES,
    telemetry: 'off',
    modules: [`./${relative(BUILD, plugin)}`],
    'plugin.inlang.messageFormat': { pathPattern: './{locale}.json' },
  };
  writeFileSync(join(project, 'settings.json'), JSON.stringify(settings));
  await compile({
    project,
    outdir: join(BUILD, 'paraglide'),
    outputStructure: 'locale-modules',
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
    isServer: 'false',
    strategy: ['baseLocale'],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build();
  process.exit(0); // the compiler leaves a timer behind that would hold the process for half a minute
}
