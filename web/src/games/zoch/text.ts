/** Both editions are told alike. */
export { asked, label, tell } from '../targets/text';
