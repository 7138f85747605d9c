export interface SourcePage {
  readonly name: string;
  readonly source: string;
  /** Path in the repository. */
  readonly file: string;
  /** It calls nothing, so it shows no address of the installation. */
  readonly isForPayers?: boolean;
}
