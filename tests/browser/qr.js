// Reads a QR code from a picture of the screen, as a phone does.

// jsqr decodes pixels without other packages; the code is made by another library (uqr).
import jsQR from "jsqr";

/** @typedef {import("./support.js").Chromium} Chromium */

/** @param {Chromium} browser @param {Buffer} png */
async function pixels(browser, png) {
  const page = await browser.newPage();
  const { data, width, height } = await page.evaluate(async (source) => {
    const image = await createImageBitmap(await (await fetch(source)).blob());
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(image.width, image.height).getContext("2d"));
    context.drawImage(image, 0, 0);
    // One byte of each pixel is enough, because the code is black and white.
    const grey = context.getImageData(0, 0, image.width, image.height).data.filter((_, at) => at % 4 === 0);
    return { data: Array.from(grey, (each) => (each > 127 ? 1 : 0)).join(""), width: image.width, height: image.height };
  }, `data:image/png;base64,${png.toString("base64")}`).finally(() => page.close());
  return { data: Uint8ClampedArray.from([...data].flatMap((each) => [...Array(3).fill(each === "1" ? 255 : 0), 255])), width, height };
}

/** Returns the text of the code; undefined without a readable code. @param {Chromium} browser @param {Buffer} png */
export async function decoded(browser, png) {
  const { data, width, height } = await pixels(browser, png);
  const read = /** @type {typeof import("jsqr").default} */ (Object(jsQR).default ?? jsQR);
  return read(data, width, height)?.data;
}
