"""
One window of Qt's WebEngine. The first argument is the major version of Qt; the port is in the environment. Each line
of the input presses Escape: Qt 5.15 does not answer keys of the DevTools protocol.
"""
import importlib
import sys

qt = "PyQt" + sys.argv[1]
core = importlib.import_module(qt + ".QtCore")
test = importlib.import_module(qt + ".QtTest")
widgets = importlib.import_module(qt + ".QtWidgets")
engine = importlib.import_module(qt + ".QtWebEngineWidgets")

app = widgets.QApplication(sys.argv)
view = engine.QWebEngineView()
view.resize(1280, 900)
view.setUrl(core.QUrl("about:blank"))
view.show()


def press():
    if sys.stdin.readline() == "":
        app.quit()
    else:
        test.QTest.keyClick(view.focusProxy(), getattr(core.Qt, "Key", core.Qt).Key_Escape)


reading = core.QSocketNotifier(sys.stdin.fileno(), getattr(core.QSocketNotifier, "Type", core.QSocketNotifier).Read)
reading.activated.connect(press)
sys.exit(app.exec() if hasattr(app, "exec") else app.exec_())
