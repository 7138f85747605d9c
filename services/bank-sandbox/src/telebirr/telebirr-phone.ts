import { internationalPhone } from "../receipts/mobile-phone.ts";

/** `2519****7436` */
export function maskedPhone(phone: string): string {
  const full = internationalPhone(phone) ?? phone;
  return `${full.slice(0, 4)}****${full.slice(-4)}`;
}
