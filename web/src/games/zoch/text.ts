/** Both editions are told alike. */
export { tell } from '../targets/text';
