// UNTESTED: compiled for Windows, never run there.
// Notifications of the MMDevice API.
#include <windows.h>
// clang-format off
#include <mmdeviceapi.h>
// clang-format on

#include <utility>

#include "audio-endpoint-watcher/audio_endpoint_watcher.h"

namespace guildhall {
namespace {

// Has no reference count: the watcher outlives the registration.
class Notifications : public IMMNotificationClient {
 public:
  explicit Notifications(EndpointsChanged on_change) : on_change_(std::move(on_change)) {}
  virtual ~Notifications() = default;

  ULONG STDMETHODCALLTYPE AddRef() override { return 1; }
  ULONG STDMETHODCALLTYPE Release() override { return 1; }
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID wanted, void** object) override {
    if (wanted != __uuidof(IUnknown) && wanted != __uuidof(IMMNotificationClient)) {
      *object = nullptr;
      return E_NOINTERFACE;
    }
    *object = static_cast<IMMNotificationClient*>(this);
    return S_OK;
  }

  HRESULT STDMETHODCALLTYPE OnDeviceStateChanged(LPCWSTR, DWORD) override { return Report(true); }
  HRESULT STDMETHODCALLTYPE OnDeviceAdded(LPCWSTR) override { return Report(false); }
  HRESULT STDMETHODCALLTYPE OnDeviceRemoved(LPCWSTR) override { return Report(true); }
  HRESULT STDMETHODCALLTYPE OnDefaultDeviceChanged(EDataFlow, ERole, LPCWSTR) override {
    return Report(false);
  }
  HRESULT STDMETHODCALLTYPE OnPropertyValueChanged(LPCWSTR, const PROPERTYKEY) override {
    return Report(false);
  }

 private:
  HRESULT Report(bool may_be_gone) {
    on_change_(may_be_gone);
    return S_OK;
  }

  const EndpointsChanged on_change_;
};

class MMDeviceWatcher : public EventSource {
 public:
  explicit MMDeviceWatcher(EndpointsChanged on_change)
      : on_change_(on_change), notifications_(std::move(on_change)) {}

  // Waits for a running notification.
  ~MMDeviceWatcher() override {
    if (enumerator_ == nullptr) return;
    if (is_registered_) enumerator_->UnregisterEndpointNotificationCallback(&notifications_);
    enumerator_->Release();
  }

  StartStatus Start() override {
    // The calling thread keeps its apartment for its lifetime, because the enumerator belongs to it.
    const HRESULT apartment = CoInitializeEx(nullptr, COINIT_MULTITHREADED);
    if (FAILED(apartment) && apartment != RPC_E_CHANGED_MODE) return StartStatus::kUnavailable;
    const HRESULT created =
        CoCreateInstance(__uuidof(MMDeviceEnumerator), nullptr, CLSCTX_ALL, __uuidof(IMMDeviceEnumerator),
                         reinterpret_cast<void**>(&enumerator_));
    // On a Windows without the service there is nothing to watch.
    if (FAILED(created)) return StartStatus::kStarted;
    is_registered_ = SUCCEEDED(enumerator_->RegisterEndpointNotificationCallback(&notifications_));
    if (!is_registered_) return StartStatus::kUnavailable;
    // Changes before the start of the watch were not reported.
    on_change_(true);
    return StartStatus::kStarted;
  }

 private:
  const EndpointsChanged on_change_;
  Notifications notifications_;
  IMMDeviceEnumerator* enumerator_ = nullptr;
  bool is_registered_ = false;
};

}  // namespace

std::unique_ptr<EventSource> WatchAudioEndpoints(EndpointsChanged on_change) {
  return std::make_unique<MMDeviceWatcher>(std::move(on_change));
}

}  // namespace guildhall
