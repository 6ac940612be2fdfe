/** Completes the licences that Vite collects from the modules it bundles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Licence {
  name: string;
  version: string;
  identifier: string | null;
  text: string | null;
}

/** The file among the pages that names every part of them. */
export const LICENCES = 'licences.json';
/** Parts that come without being imported: fonts, and what Paraglide writes into the sentences. */
const BESIDE = ['@fontsource-variable/source-sans-3', '@fontsource/fraunces', '@inlang/paraglide-js'];

function licenceOf(name: string): Licence {
  const folder = join(import.meta.dirname, '..', 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf-8')) as { version: string; license: string };
  return { name, version, identifier: license, text: readFileSync(join(folder, 'LICENSE'), 'utf-8') };
}

export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const file = bundle[LICENCES];
        if (file?.type !== 'asset') throw new Error(`${LICENCES} was not written`);
        const found = JSON.parse(String(file.source)) as Licence[];
        const all = [...found, ...BESIDE.map(licenceOf)].sort((one, other) => one.name.localeCompare(other.name, 'en'));
        const bare = all.filter(({ identifier, text }) => !identifier || !text);
        if (bare.length) throw new Error(`no licence is known of ${bare.map(({ name }) => name).join(', ')}`);
        file.source = JSON.stringify(all);
      },
    },
  };
}
