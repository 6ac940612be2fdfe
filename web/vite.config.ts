import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { licences, LICENCES } from './scripts/licences.ts';

const SERVER = process.env['LUDOTHEQUE_SERVER'] ?? 'http://127.0.0.1:8765';

/** After so many milliseconds a test hangs; how busy the machine is, is no reason to fail. */
const HANG = 600_000;

/** What every page shares comes as one file: a request of its own costs more than most of these modules weigh. What only a table needs is left out. */
const SHARED = { name: 'house', test: /node_modules\/svelte\/|\/src\/lib\/(?!(sound|markdown|practice|since|stage|telling|opening)\.)|\/components\/(SeatMark|Token|Problem|Refusal|Clause)\.svelte/, minShareCount: 3 };

export default defineConfig({
  plugins: [svelte(), licences()],
  build: {
    target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, license: { fileName: LICENCES },
    chunkSizeWarningLimit: 600, // three.js, which only the tables of Targets load
    rolldownOptions: { output: { codeSplitting: { groups: [SHARED] } } },
  },
  server: { proxy: { '/api': { target: SERVER, ws: true } }, fs: { allow: ['..'] } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: HANG, hookTimeout: HANG },
});
