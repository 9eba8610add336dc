// RUN: weft-opt %s --weft-convert-to-llvm --allow-unregistered-dialect -verify-diagnostics

func.func @unknown() {
  // expected-error@+1 {{failed to legalize operation 'foo.bar'}}
  "foo.bar"() : () -> ()
  return
}
