// RUN: weft-opt %s --split-input-file --verify-diagnostics --weft-generate-kernel-abi

// expected-error@+1 {{expected a kernel with the 'weft.abi' that the lowering of its tensors records}}
llvm.func @unrecorded() attributes {weft.kernel} {
  llvm.return
}

// -----

// expected-error@+1 {{expected every result of a kernel to be a tensor, got f64}}
llvm.func @result() -> f64 attributes {weft.kernel, weft.abi = {arguments = [], results = [f64]}} {
  %r = llvm.mlir.constant(0.0 : f64) : f64
  llvm.return %r : f64
}

// -----

// expected-error@+1 {{expected every argument of a kernel to be a tensor or to have a 'weft.extent' of a result and a mode}}
llvm.func @argument(%n: i64) attributes {weft.kernel, weft.abi = {arguments = [index], results = []}} {
  llvm.return
}

// -----

// expected-error@+1 {{expected 'weft.extent' to name a mode of a result, got array<i64: 0, 0>}}
llvm.func @extent(%n: i64 {weft.extent = array<i64: 0, 0>}) attributes {weft.kernel, weft.abi = {arguments = [index], results = []}} {
  llvm.return
}

// -----

// expected-error@+1 {{expected 6 arguments of a kernel with this 'weft.abi', got 1}}
llvm.func @count(%n: i64) attributes {weft.kernel, weft.abi = {arguments = [{arrays = [f64], rank = 1 : i64}], results = []}} {
  llvm.return
}

// -----

llvm.func @taken_entry() {
  llvm.return
}

// expected-error@+1 {{cannot get an entry: the name 'taken_entry' is taken}}
llvm.func @taken() attributes {weft.kernel, weft.abi = {arguments = [], results = []}} {
  llvm.return
}

// -----

// expected-error@+1 {{cannot get an entry: it is called or named by other operations}}
llvm.func @called() attributes {weft.kernel, weft.abi = {arguments = [], results = []}} {
  llvm.return
}

llvm.func @caller() {
  llvm.call @called() : () -> ()
  llvm.return
}

// -----

// expected-error@+1 {{expected a result for each size and array of a kernel with this 'weft.abi', got 'f64'}}
llvm.func @results() -> f64 attributes {weft.kernel, weft.abi = {arguments = [], results = [{arrays = [f64], rank = 1 : i64}]}} {
  %0 = llvm.mlir.constant(1.0 : f64) : f64
  llvm.return %0 : f64
}

// -----

// expected-error@+1 {{expected arrays as results of a kernel with this 'weft.abi', got 'f64'}}
llvm.func @array() -> f64 attributes {weft.kernel, weft.abi = {arguments = [], results = [{arrays = [f64], rank = 0 : i64}]}} {
  %0 = llvm.mlir.constant(1.0 : f64) : f64
  llvm.return %0 : f64
}

// -----

// expected-error@+1 {{expected a size as argument of a kernel with this 'weft.abi', got 'f64'}}
llvm.func @size(%n: f64) attributes {weft.kernel, weft.abi = {arguments = [{arrays = [], rank = 1 : i64}], results = []}} {
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.mlir.global' op has the name of a function that kernels need: rename 'weft_rt_release'}}
llvm.mlir.global internal @weft_rt_release(1 : i64) : i64
llvm.func @release() attributes {weft.kernel, weft.abi = {arguments = [], results = []}} {
  llvm.return
}

// -----

// Sizes are counted in 64 bits.
// expected-error@+1 {{expected 4294967296 arguments of a kernel with this 'weft.abi', got 0}}
llvm.func @ranks() attributes {weft.kernel, weft.abi = {arguments = [{arrays = [], rank = 2147483647}, {arrays = [], rank = 2147483647}, {arrays = [], rank = 2}], results = []}} {
  llvm.return
}
