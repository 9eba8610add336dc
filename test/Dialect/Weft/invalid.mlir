// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{'func.func' op has an unknown attribute of the weft dialect: 'weft.kernal'}}
func.func private @unknown() attributes {weft.kernal}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.kernel' to be a unit or a string, got 3 : i64}}
func.func private @kernel() attributes {weft.kernel = 3}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.abi' to be records of arguments and results, got unit}}
func.func private @abi() attributes {weft.abi}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.part' to be a unit, got "f"}}
func.func private @part() attributes {weft.part = "f"}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.schedule' to be an array of strings, got 2 : i64}}
func.func private @scheduled() attributes {weft.schedule = 2}

// -----

func.func @no_function(%v: f64) -> f64 {
  // expected-error @+1 {{'arith.negf' op expected 'weft.kernel' on a function only}}
  %0 = arith.negf %v {weft.kernel} : f64
  return %0 : f64
}

// -----

func.func @no_loop(%v: f64) -> f64 {
  // expected-error @+1 {{'arith.negf' op expected 'weft.parallel' on an scf.for only}}
  %0 = arith.negf %v {weft.parallel = #weft.distribution<static>} : f64
  return %0 : f64
}

// -----

func.func @no_distribution(%a: index) {
  // expected-error @+1 {{'scf.for' op expected 'weft.parallel' to be a distribution, got {}}}
  scf.for %i = %a to %a step %a {
  } {weft.parallel = {}}
  return
}

// -----

func.func @no_runs(%a: f64) {
  // expected-error @+1 {{'arith.addf' op expected 'weft.runs' on an scf.for}}
  %b = arith.addf %a, %a {weft.runs} : f64
  return
}

// -----

func.func @no_factor(%a: index) {
  // expected-error @+1 {{'scf.for' op expected 'weft.unroll' to be a positive number of 64 bits, got 0 : i64}}
  scf.for %i = %a to %a step %a {
  } {weft.unroll = 0}
  return
}

// -----

func.func @no_length(%a: index) {
  // expected-error @+1 {{'scf.for' op expected 'weft.vector' to be a number of 64 bits that is not negative, got -1 : i64}}
  scf.for %i = %a to %a step %a {
  } {weft.vector = -1}
  return
}

// -----

func.func @no_scalar(%a: index) {
  // expected-error @+1 {{'scf.for' op expected 'weft.strict_zero' on a scalar operation with operands only}}
  scf.for %i = %a to %a step %a {
  } {weft.strict_zero}
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.name' to be a string, got 1 : i64}}
func.func private @name(f64 {weft.name = 1})

// -----

// expected-error @+1 {{'func.func' op expected 'weft.extent' to be the numbers of a result and a mode, got array<i64: 1>}}
func.func private @extent(index {weft.extent = array<i64: 1>})

// -----

// expected-error @+1 {{'func.func' op argument 0 has an unknown attribute of the weft dialect: 'weft.kernel'}}
func.func private @argument(index {weft.kernel})

// -----

// expected-error @+1 {{'func.func' op expected result 0 to have no attribute but 'weft.name', a string; got 'weft.extent' = array<i64: 0, 0>}}
func.func private @result() -> (index {weft.extent = array<i64: 0, 0>})

// -----

// expected-error @+1 {{expected 'static' or 'dynamic', got 'guided'}}
func.func private @kind() attributes {a = #weft.distribution<guided>}

// -----

// expected-error @+1 {{expected a positive number of iterations at a time, got 0}}
func.func private @chunk() attributes {a = #weft.distribution<static 0>}

// -----

func.func @while(%c: i1) {
  // expected-error @+1 {{'scf.while' op expected 'weft.parallel' on an scf.for only}}
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  } attributes {weft.parallel = #weft.distribution<static>}
  return
}

// -----

func.func @copied(%v: f64) -> f64 {
  // expected-error @+1 {{'func.return' op has an unknown attribute of the weft dialect: 'weft.copied'}}
  return {weft.copied = array<i64: 0>} %v : f64
}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.extent' on a size, got an argument of type 'tensor<?xf64>'}}
func.func private @extent_type(tensor<?xf64> {weft.extent = array<i64: 0, 0>}) -> tensor<?xf64>

// -----

// expected-error @+1 {{'func.func' op expected 'weft.extent' to name one of 1 results, got array<i64: 1, 0>}}
func.func private @extent_result(index {weft.extent = array<i64: 1, 0>}) -> tensor<?xf64>

// -----

// expected-error @+1 {{'func.func' op expected 'weft.extent' to name one of 1 results, got array<i64: -1, 0>}}
func.func private @extent_negative(index {weft.extent = array<i64: -1, 0>}) -> tensor<?xf64>

// -----

// expected-error @+1 {{'func.func' op expected 'weft.extent' to name one of 1 modes, got array<i64: 0, 1>}}
func.func private @extent_mode(index {weft.extent = array<i64: 0, 1>}) -> tensor<?xf64>

// -----

// expected-error @+1 {{'func.func' op expected 'weft.extent' to name one of 1 results, got array<i64: 1, 0>}}
func.func private @extent_record(index {weft.extent = array<i64: 1, 0>}) -> (index, memref<?xf64>)
    attributes {weft.abi = {arguments = [index], results = [{arrays = [f64], rank = 1}]}}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.abi' to be records of arguments and results, got}}
func.func private @abi_rank() attributes {weft.abi = {arguments = [], results = [{arrays = [f64], rank = -1}]}}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.abi' to tell of 1 arguments, got one of 2}}
func.func private @abi_arguments(index) attributes {weft.abi = {arguments = [{arrays = [f64], rank = 1}], results = []}}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.abi' to tell of 2 results, got one of 1}}
func.func private @abi_results() -> (index, memref<?xf64>) attributes {weft.abi = {arguments = [], results = [{arrays = [f64], rank = 0}]}}

// -----

// expected-error @+1 {{'func.func' op expected a function with 'weft.part' to return nothing, got 'i64'}}
func.func private @part_result() -> i64 attributes {weft.part}

// -----

// expected-error @+1 {{'llvm.func' op expected a function with 'weft.part' to return nothing, got 'i64'}}
llvm.func @lowered_part_result() -> i64 attributes {weft.part}

// -----

// expected-error @+1 {{'llvm.func' op expected 'weft.abi' to be records of arguments and results, got}}
llvm.func @abi_large_rank() attributes {weft.abi = {arguments = [{arrays = [], rank = 4294967296}], results = []}}

// -----

// expected-error @+1 {{'llvm.func' op expected 'weft.abi' to be records of arguments and results, got}}
llvm.func @abi_rank_type() attributes {weft.abi = {arguments = [{arrays = [], rank = 1 : ui64}], results = []}}

// -----

func.func @strict_tensor(%t: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{'math.absf' op expected 'weft.strict_zero' on a scalar operation with operands only}}
  %0 = math.absf %t {weft.strict_zero} : tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @strict_constant() -> f64 {
  // expected-error @+1 {{'arith.constant' op expected 'weft.strict_zero' on a scalar operation with operands only}}
  %0 = arith.constant {weft.strict_zero} 1.0 : f64
  return %0 : f64
}

// -----

func.func @tables(%n: index) {
  // expected-error @+1 {{'memref.alloc' op expected 'weft.table' to be a word of 64 bits or a unit, got "zero"}}
  %a = memref.alloc(%n) {weft.table = "zero"} : memref<?xf64>
  return
}

// -----

func.func @tables(%a: f64) {
  // expected-error @+1 {{'arith.addf' op expected 'weft.table' on a memref.alloc, its memref.dealloc, or an scf.for}}
  %b = arith.addf %a, %a {weft.table} : f64
  return
}

// -----

func.func @no_test(%v: f64) -> f64 {
  // expected-error @+1 {{'arith.negf' op expected 'weft.distinct' on an scf.condition only}}
  %0 = arith.negf %v {weft.distinct} : f64
  return %0 : f64
}

// -----

func.func @no_unit(%c: i1) {
  scf.while : () -> () {
    // expected-error @+1 {{'scf.condition' op expected 'weft.distinct' to be a unit, got 1 : i64}}
    scf.condition(%c) {weft.distinct = 1}
  } do {
    scf.yield
  }
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.optional' on an scf.for only}}
func.func private @optional() attributes {weft.optional}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.lowering_config' to be a lowering configuration, got 2 : i64}}
func.func private @configured() attributes {weft.lowering_config = 2}

// -----

func.func @configured(%a: index) {
  // expected-error @+1 {{'func.return' op expected 'weft.lowering_config' on a module, a function or a loop only}}
  return {weft.lowering_config = #weft.lowering_config<widen_tiles>}
}

// -----

// expected-error @+1 {{unknown option 'wide' of a lowering configuration}}
func.func private @unknown() attributes {weft.lowering_config = #weft.lowering_config<wide>}

// -----

// expected-error @+1 {{expected 'widen_tiles' to have no value, or off}}
func.func private @value() attributes {weft.lowering_config = #weft.lowering_config<widen_tiles = 2>}

// -----

// expected-error @+1 {{expected 'vectorize_segments' to have masked, overrun or off}}
func.func private @keyword() attributes {weft.lowering_config = #weft.lowering_config<vectorize_segments = wide>}

// -----

// expected-error @+1 {{expected 'interleave_reductions' to have from 1 to 4 accumulators, or off}}
func.func private @number() attributes {weft.lowering_config = #weft.lowering_config<interleave_reductions = 5>}

// -----

// expected-error @+1 {{'jam_rows' has a value already}}
func.func private @twice() attributes {weft.lowering_config = #weft.lowering_config<jam_rows, jam_rows = off>}
