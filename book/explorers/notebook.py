"""The notebook host: real ipywidgets around an explorer.

In a live kernel the reader sees sliders. The same output carries `text/html`, the drawn default
picture, which is what the site starts from and what a notebook shows before it is run.
"""

import html

import ipywidgets as widgets

import explorers
from explorers import svg
from explorers.static import page_html

STYLE = (
    "<style>"
    + svg.style(".explorer-figure")
    + svg.dark_style('body[data-jp-theme-light="false"] .explorer-figure')
    + ".explorer-figure svg{max-width:560px;width:100%;background:var(--fig-paper)}</style>"
)


class Explorer(widgets.VBox):
    """An explorer with its controls, for a notebook.

    Parameters: the explorer's name, and functions to use in place of the book's own, as in
    `Explorer("shares", softmax=softmax)`.
    Raises ValueError for an unknown name or an unknown function.
    """

    def __init__(self, name, **functions):
        self.figure = explorers.get(name)
        self.functions = functions
        unknown = sorted(set(functions) - set(self.figure.module.functions))
        if unknown:
            known = ", ".join(sorted(self.figure.module.functions))
            raise ValueError(f"explorer {name!r} takes {known}, not {', '.join(unknown)}")
        self.picture = widgets.HTML()
        self.says = widgets.HTML()
        self.inputs = {}
        self._holding = False
        for control in self.figure.controls:
            self.inputs[control.name] = self._input(control)
        buttons = [self._button(label, values) for label, values in self.figure.module.presets]
        buttons.append(self._button("Reset", self.figure.defaults(), icon="undo"))
        super().__init__(
            [
                widgets.HBox(buttons, layout=widgets.Layout(flex_flow="row wrap")),
                *self.inputs.values(),
                self.picture,
                self.says,
            ]
        )
        self._show()

    def _input(self, control):
        style = {"description_width": "12em"}
        layout = widgets.Layout(width="min(100%, 36em)")
        common = {"description": control.label, "style": style, "layout": layout}
        if hasattr(control, "options"):
            box = widgets.Dropdown(options=control.options, value=control.default, **common)
        elif control.log:
            from math import log10

            box = widgets.FloatLogSlider(
                value=control.default,
                base=10,
                min=log10(control.min),
                max=log10(control.max),
                step=control.step,
                readout_format=".3g",
                **common,
            )
        else:
            box = widgets.FloatSlider(
                value=control.default, min=control.min, max=control.max, step=control.step, **common
            )
        box.observe(self._show, names="value")
        return box

    def _button(self, label, values, icon=""):
        button = widgets.Button(description=label, icon=icon, layout=widgets.Layout(width="auto"))
        button.on_click(lambda _: self.set(**values))
        return button

    def set(self, **values):
        """Set several controls at once, as a preset does; the picture is drawn once."""
        clean = self.figure.clean({**self.values(), **values})
        self._holding = True
        try:
            for name, value in clean.items():
                self.inputs[name].value = value
        finally:
            self._holding = False
        self._show()

    def values(self):
        """Return the values of all controls."""
        return {name: box.value for name, box in self.inputs.items()}

    def _show(self, _=None):
        if self._holding:
            return
        values = self.values()
        for control in self.figure.controls:
            if control.when:
                choice, option = control.when
                self.inputs[control.name].disabled = values[choice] != option
        try:
            answer = self.figure.answer(values, self.functions)
        except Exception as error:  # a reader's function may raise anything: say it, go on
            self.says.value = (
                f"<b>{html.escape(type(error).__name__)}</b>: {html.escape(str(error))}"
            )
            return
        self.picture.value = f'{STYLE}<div class="explorer-figure">{answer["svg"]}</div>'
        self.says.value = html.escape(answer["says"])

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        bundle["text/plain"] = f"Explorer({self.figure.name!r})"
        bundle["text/html"] = page_html(self.figure, self.functions)
        return bundle
