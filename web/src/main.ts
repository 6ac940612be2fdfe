import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { startNotingFaults } from './lib/faults';
import { loadMe } from './lib/me.svelte';
import { startRouting } from './lib/route.svelte';
import { startSettings } from './lib/settings.svelte';

import.meta.glob('./games/*/colour.css', { eager: true });

startNotingFaults();
await startSettings();
startRouting();
loadMe().catch(() => undefined); // a page that needs to know asks again and says what went wrong
const target = document.getElementById('app');
if (target) mount(App, { target });

/** A page that Safari kept for the way back has lost its socket and its timers: it is loaded anew. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
