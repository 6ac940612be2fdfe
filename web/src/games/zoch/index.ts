/** Both editions look alike; what lies on the table says which one it is. */
export { face } from '../targets/face';
