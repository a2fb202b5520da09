// UNTESTED: compiled for Windows, never run there.
// Notifications of the MMDevice API.
#include <windows.h>
// clang-format off
#include <mmdeviceapi.h>
// clang-format on

#include "audio-endpoint-watch/audio_endpoint_watch.h"

namespace guildhall {
namespace {

// Counts no references: whoever watches outlives the registration.
class Notifications : public IMMNotificationClient {
 public:
  explicit Notifications(std::function<void()> changed) : changed_(std::move(changed)) {}
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

  HRESULT STDMETHODCALLTYPE OnDeviceStateChanged(LPCWSTR, DWORD) override { return Tell(); }
  HRESULT STDMETHODCALLTYPE OnDeviceAdded(LPCWSTR) override { return Tell(); }
  HRESULT STDMETHODCALLTYPE OnDeviceRemoved(LPCWSTR) override { return Tell(); }
  HRESULT STDMETHODCALLTYPE OnDefaultDeviceChanged(EDataFlow, ERole, LPCWSTR) override { return Tell(); }
  HRESULT STDMETHODCALLTYPE OnPropertyValueChanged(LPCWSTR, const PROPERTYKEY) override { return Tell(); }

 private:
  HRESULT Tell() {
    changed_();
    return S_OK;
  }

  const std::function<void()> changed_;
};

class MMDeviceWatch : public AudioEndpointWatch {
 public:
  MMDeviceWatch(IMMDeviceEnumerator* enumerator, std::function<void()> changed)
      : enumerator_(enumerator), notifications_(std::move(changed)) {
    registered_ = SUCCEEDED(enumerator_->RegisterEndpointNotificationCallback(&notifications_));
  }

  // Waits for a notification under way.
  ~MMDeviceWatch() override {
    if (registered_) enumerator_->UnregisterEndpointNotificationCallback(&notifications_);
    enumerator_->Release();
  }

 private:
  IMMDeviceEnumerator* const enumerator_;
  Notifications notifications_;
  bool registered_ = false;
};

}  // namespace

std::unique_ptr<AudioEndpointWatch> WatchAudioEndpoints(std::function<void()> changed) {
  // The calling thread keeps its apartment for as long as it lives: the enumerator belongs to it.
  const HRESULT apartment = CoInitializeEx(nullptr, COINIT_MULTITHREADED);
  if (FAILED(apartment) && apartment != RPC_E_CHANGED_MODE) return nullptr;
  IMMDeviceEnumerator* enumerator = nullptr;
  if (FAILED(CoCreateInstance(__uuidof(MMDeviceEnumerator), nullptr, CLSCTX_ALL,
                              __uuidof(IMMDeviceEnumerator), reinterpret_cast<void**>(&enumerator)))) {
    return nullptr;
  }
  return std::make_unique<MMDeviceWatch>(enumerator, std::move(changed));
}

}  // namespace guildhall
