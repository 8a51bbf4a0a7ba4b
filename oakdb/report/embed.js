// Draws every chart of the page. Expressions are interpreted (ast), so that the page needs no eval.
for (const figure of document.querySelectorAll("[data-chart]")) {
  const spec = JSON.parse(document.getElementById(`spec-${figure.dataset.chart}`).textContent);
  const actions = { export: true, source: false, compiled: false, editor: false };
  vegaEmbed(figure, spec, { mode: "vega-lite", ast: true, renderer: "svg", actions }).catch((error) => {
    figure.textContent = `This chart could not be drawn: ${error.message}`;
    console.error(error);
  });
}
