declare module "tiny-inflate" {
  /** Fills `into`, which has to be as long as what was deflated. */
  export default function inflateInto<Into extends Uint8Array>(deflated: Uint8Array, into: Into): Into;
}
