"""
One window of Qt's WebEngine, which is the host of embedded pages: Qt's own web channel and script carry the messages.
The first argument is the major version of Qt; the port is in the environment. A line of the input that begins with a
brace is a message for the page; any other one presses Escape, because Qt 5.15 does not answer keys of the DevTools
protocol. Messages of the page are lines of the output that begin with "page ".
"""
import importlib
import sys

qt = "PyQt" + sys.argv[1]
core = importlib.import_module(qt + ".QtCore")
test = importlib.import_module(qt + ".QtTest")
widgets = importlib.import_module(qt + ".QtWidgets")
engine = importlib.import_module(qt + ".QtWebEngineWidgets")
channels = importlib.import_module(qt + ".QtWebChannel")
# Qt 6 has moved classes that are not widgets.
parts = engine if qt == "PyQt5" else importlib.import_module(qt + ".QtWebEngineCore")

app = widgets.QApplication(sys.argv)
view = engine.QWebEngineView()
view.resize(1280, 900)


class Host(core.QObject):
    hostMessage = core.pyqtSignal(str)

    @core.pyqtSlot(str)
    def message(self, text):
        print("page " + text, flush=True)


host = Host()
channel = channels.QWebChannel()
channel.registerObject("client", host)
view.page().setWebChannel(channel)
source = core.QFile(":/qtwebchannel/qwebchannel.js")
source.open(getattr(core.QIODevice, "OpenModeFlag", core.QIODevice).ReadOnly)
script = parts.QWebEngineScript()
script.setSourceCode(bytes(source.readAll()).decode())
script.setInjectionPoint(getattr(parts.QWebEngineScript, "InjectionPoint", parts.QWebEngineScript).DocumentCreation)
script.setWorldId(getattr(parts.QWebEngineScript, "ScriptWorldId", parts.QWebEngineScript).MainWorld)
view.page().scripts().insert(script)
view.setUrl(core.QUrl("about:blank"))
view.show()


def press():
    line = sys.stdin.readline()
    if line == "":
        app.quit()
    elif line.startswith("{"):
        host.hostMessage.emit(line.strip())
    else:
        test.QTest.keyClick(view.focusProxy(), getattr(core.Qt, "Key", core.Qt).Key_Escape)


reading = core.QSocketNotifier(sys.stdin.fileno(), getattr(core.QSocketNotifier, "Type", core.QSocketNotifier).Read)
reading.activated.connect(press)
sys.exit(app.exec() if hasattr(app, "exec") else app.exec_())
