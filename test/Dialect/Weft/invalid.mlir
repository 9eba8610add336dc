// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{'func.func' op has an unknown attribute of the weft dialect: 'weft.kernal'}}
func.func private @unknown() attributes {weft.kernal}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.kernel' to be a unit or a string, got 3 : i64}}
func.func private @kernel() attributes {weft.kernel = 3}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.version' to be a record of a version, got}}
func.func private @version() attributes {weft.version = {of = "kernel"}}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.abi' to be records of arguments and results, got unit}}
func.func private @abi() attributes {weft.abi}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.partition' to be a unit, got "f"}}
func.func private @part() attributes {weft.partition = "f"}

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
  // expected-error @+1 {{'arith.negf' op expected 'weft.loop' on an scf.for or an scf.condition only}}
  %0 = arith.negf %v {weft.loop = #weft.loop<parallel(static)>} : f64
  return %0 : f64
}

// -----

func.func @no_attribute(%a: index) {
  // expected-error @+1 {{'scf.for' op expected 'weft.loop' to be a loop, got {}}}
  scf.for %i = %a to %a step %a {
  } {weft.loop = {}}
  return
}

// -----

func.func @no_runs(%a: f64) {
  // expected-error @+1 {{'arith.addf' op expected 'weft.loop' on an scf.for or an scf.condition only}}
  %b = arith.addf %a, %a {weft.loop = #weft.loop<runs>} : f64
  return
}

// -----

func.func @no_factor(%a: index) {
  scf.for %i = %a to %a step %a {
  // expected-error @+1 {{expected a positive number}}
  } {weft.loop = #weft.loop<unroll(0)>}
  return
}

// -----

func.func @negative_factor(%a: index) {
  scf.for %i = %a to %a step %a {
  // expected-error @+1 {{expected 'unroll' to have a positive number, got -2}}
  } {weft.loop = #weft.loop<unroll(-2)>}
  return
}

// -----

func.func @no_length(%a: index) {
  scf.for %i = %a to %a step %a {
  // expected-error @+1 {{expected 'vector' to have a number that is not negative, got -1}}
  } {weft.loop = #weft.loop<vector(-1)>}
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

// expected-error @+1 {{expected 'partial' beside 'vector' with a number or 'gpu(thread)'}}
func.func private @partial() attributes {a = #weft.loop<partial>}

// -----

// expected-error @+1 {{expected 'guard' or 'predicate', got both}}
func.func private @tails() attributes {a = #weft.loop<guard(8), predicate(8)>}

// -----

// expected-error @+1 {{unknown entry 'peel' of a loop}}
func.func private @entry() attributes {a = #weft.loop<peel(8)>}

// -----

// expected-error @+1 {{expected the level of a segment}}
func.func private @segment() attributes {a = #weft.segment<0 ordered>}

// -----

// expected-error @+1 {{expected the number of a tensor, got -1}}
func.func private @tensor() attributes {a = #weft.segment<-1 level 0>}

// -----

// expected-error @+1 {{expected the number of a level, got -1}}
func.func private @level() attributes {a = #weft.segment<0 level -1>}

// -----

// expected-error @+1 {{expected a level for every array of a tensor but its values}}
func.func private @values() attributes {a = #weft.array<0 level 1 values>}

// -----

// expected-error @+1 {{expected 'positions', 'coordinates', 'presence' or 'values', got 'bounds'}}
func.func private @role() attributes {a = #weft.array<0 level 1 bounds>}

// -----

// expected-error @+1 {{expected the number of a tensor}}
func.func private @array() attributes {a = #weft.array<level 1 positions>}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.array' to be the role of an array, got unit}}
func.func private @no_role(memref<?xi32> {weft.array})

// -----

// expected-error @+1 {{'func.func' op expected 'weft.array' on a memref of rank 1, got an argument of type 'index'}}
func.func private @no_array(index {weft.array = #weft.array<0 values>})

// -----

func.func @config_of_loop(%a: index) {
  // expected-error @+1 {{'scf.for' op expected no option 'stack_arrays' in the configuration of a loop, since it holds for functions}}
  scf.for %i = %a to %a step %a {
  } {weft.lowering_config = #weft.lowering_config<stack_arrays = 64>}
  return
}

// -----

func.func @while(%c: i1) {
  // expected-error @+1 {{'scf.while' op expected 'weft.loop' on an scf.for or an scf.condition only}}
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  } attributes {weft.loop = #weft.loop<parallel(static)>}
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

// expected-error @+1 {{'func.func' op expected a function with 'weft.partition' to return nothing, got 'i64'}}
func.func private @part_result() -> i64 attributes {weft.partition}

// -----

// expected-error @+1 {{'llvm.func' op expected a function with 'weft.partition' to return nothing, got 'i64'}}
llvm.func @lowered_part_result() -> i64 attributes {weft.partition}

// -----

// expected-error @+1 {{'llvm.func' op expected 'weft.abi' to be records of arguments and results, got}}
llvm.func @abi_large_rank() attributes {weft.abi = {arguments = [{arrays = [], rank = 4294967296}], results = []}}

// -----

// expected-error @+1 {{'llvm.func' op expected 'weft.abi' to be records of arguments and results, got}}
llvm.func @abi_rank_type() attributes {weft.abi = {arguments = [{arrays = [], rank = 1 : ui64}], results = []}}

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

func.func @branches(%a: f64) {
  // expected-error @+1 {{'arith.addf' op expected 'weft.branch_weights' on an scf.if}}
  %b = arith.addf %a, %a {weft.branch_weights = array<i32: 1, 4>} : f64
  return
}

// -----

func.func @branches(%c: i1) {
  // expected-error @+1 {{'scf.if' op expected 'weft.branch_weights' to be two positive numbers of type i32, got array<i32: 1, 0>}}
  scf.if %c {
  } {weft.branch_weights = array<i32: 1, 0>}
  return
}

// -----

func.func @no_test(%v: f64) -> f64 {
  // expected-error @+1 {{'arith.negf' op expected 'weft.loop' on an scf.for or an scf.condition only}}
  %0 = arith.negf %v {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} : f64
  return %0 : f64
}

// -----

func.func @no_intersection(%c: i1) {
  scf.while : () -> () {
    // expected-error @+1 {{expected an intersection of several segments, got 1}}
    scf.condition(%c) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>), intersection>}
  } do {
    scf.yield
  }
  return
}

// -----

// expected-error @+1 {{expected 'optional' beside 'parallel' or 'vector'}}
func.func private @optional() attributes {weft.loop = #weft.loop<optional>}

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

// expected-error @+1 {{expected 'interleave_reductions' to have a number from 1 to 4 accumulators, or off}}
func.func private @number() attributes {weft.lowering_config = #weft.lowering_config<interleave_reductions = 5>}

// -----

// expected-error @+1 {{'jam_rows' has a value already}}
func.func private @twice() attributes {weft.lowering_config = #weft.lowering_config<jam_rows, jam_rows = off>}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.array' on a memref of rank 1, got an argument of type 'memref<f64>'}}
func.func private @no_rank(memref<f64> {weft.array = #weft.array<0 values>})

// -----

func.func @two_segments(%b: index, %e: index, %s: index) {
  // expected-error @+1 {{'scf.for' op expected 'weft.loop' to name one segment at most, got 2}}
  scf.for %i = %b to %e step %s {
  } {weft.loop = #weft.loop<segments(<0 level 0>, <1 level 0>)>}
  return
}

// -----

func.func @position_type(%b: i32, %e: i32, %s: i32) {
  // expected-error @+1 {{'scf.for' op expected the positions of a segment to be of type 'index', got 'i32'}}
  scf.for %i = %b to %e step %s : i32 {
  } {weft.loop = #weft.loop<segments(<0 level 0>)>}
  return
}

// -----

func.func @no_position(%c: i1, %p: index) {
  %0 = scf.while (%q = %p) : (index) -> (index) {
    // expected-error @+1 {{'scf.condition' op expected a value for each of 2 segments, got 1}}
    scf.condition(%c) {weft.loop = #weft.loop<segments(<0 level 0>, <1 level 0>)>} %q : index
  } do {
  ^bb0(%q: index):
    scf.yield %q : index
  }
  return
}

// -----

func.func @no_index(%c: i1, %p: i32) {
  %0 = scf.while (%q = %p) : (i32) -> (i32) {
    // expected-error @+1 {{'scf.condition' op expected the positions of a segment to be of type 'index', got 'i32'}}
    scf.condition(%c) {weft.loop = #weft.loop<segments(<0 level 0>)>} %q : i32
  } do {
  ^bb0(%q: i32):
    scf.yield %q : i32
  }
  return
}

// -----

func.func @executed(%c: i1) {
  scf.while : () -> () {
    // expected-error @+1 {{'scf.condition' op expected 'weft.loop' of an scf.while to have segments only, got #weft.loop<unroll(4)>}}
    scf.condition(%c) {weft.loop = #weft.loop<unroll(4)>}
  } do {
    scf.yield
  }
  return
}

// -----

// expected-error @+1 {{expected an entry}}
func.func private @nothing() attributes {a = #weft.loop<>}

// -----

// expected-error @+1 {{expected one entry 'vector'}}
func.func private @twice() attributes {a = #weft.loop<vector, vector(8)>}

// -----

// expected-error @+1 {{expected ordered and unique segments beside 'intersection'}}
func.func private @repeated() attributes {a = #weft.loop<segments(<0 level 0 ordered>, <1 level 0 ordered unique>), intersection>}

// -----

// expected-error @+1 {{expected ordered and unique segments beside 'runs'}}
func.func private @repeated_runs() attributes {a = #weft.loop<runs, segments(<0 level 0 ordered>)>}

// -----

func.func @many() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  // expected-error @+1 {{'scf.for' op expected at most 8 iterations, as 'predicate' says, got 20}}
  scf.for %i = %c0 to %c20 step %c1 {
  } {weft.loop = #weft.loop<predicate(8)>}
  return
}

// -----

func.func @partial_result(%b: index, %e: index, %s: index, %v: f64) -> f64 {
  // expected-error @+1 {{'scf.for' op expected a loop whose iterations are 'partial' to have no results, got 1}}
  %r = scf.for %i = %b to %e step %s iter_args(%t = %v) -> (f64) {
    scf.yield %t : f64
  } {weft.loop = #weft.loop<vector(8), partial>}
  return %r : f64
}

// -----

// expected-error @+1 {{expected a number of iterations beside 'gpu' that is not negative, got -2}}
func.func private @iterations() attributes {a = #weft.loop<gpu(warp -2)>}

// -----

func.func @scheduled_operation(%v: f64) -> f64 {
  // expected-error @+1 {{'arith.negf' op expected 'weft.schedule' on a function, a module, an operation of linalg or a tin.compute only}}
  %0 = arith.negf %v {weft.schedule = "reorder(i,j)"} : f64
  return %0 : f64
}

// -----

// expected-error @+1 {{'builtin.module' op expected 'weft.schedule' to be a string, got ["reorder(i,j)"]}}
module @scheduled_module attributes {weft.schedule = ["reorder(i,j)"]} {
}

// -----

func.func @estimated_entries(%n: index) -> tensor<?xf64> {
  // expected-error @+1 {{'tensor.empty' op expected 'weft.estimated_entries' to be a number of type i64 that is not negative, got -1 : i64}}
  %0 = tensor.empty(%n) {weft.estimated_entries = -1 : i64} : tensor<?xf64>
  return %0 : tensor<?xf64>
}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.estimated_entries' on a tensor.empty only}}
func.func private @no_tensor() attributes {weft.estimated_entries = 1 : i64}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.estimated_schedule' to be a string, got unit}}
func.func private @estimated_schedule() attributes {weft.estimated_schedule}

// -----

func.func @grouped(%n: index) {
  // expected-error @+1 {{'memref.alloc' op expected 'weft.grouped' on a level.atomic_update or a memref.generic_atomic_rmw only}}
  %a = memref.alloc(%n) {weft.grouped} : memref<?xf64>
  return
}

// -----

func.func @grouped(%a: memref<?xf64>, %i: index) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op expected 'weft.grouped' to be a unit, got 2}}
  %old = memref.generic_atomic_rmw %a[%i] : memref<?xf64> {
  ^bb0(%v: f64):
    memref.atomic_yield %v : f64
  } {weft.grouped = 2 : i64}
  return
}

// -----

// expected-error @+1 {{expected 'prefetch_streams' to have l1 or l2, alone or with a number from 1 to 1099511627776 elements, or off}}
func.func private @keyword_of_list() attributes {weft.lowering_config = #weft.lowering_config<prefetch_streams = [l3, 512]>}

// -----

// expected-error @+1 {{expected 'prefetch_streams' to have l1 or l2, alone or with a number from 1 to 1099511627776 elements, or off}}
func.func private @number_first() attributes {weft.lowering_config = #weft.lowering_config<prefetch_streams = 512>}

// -----

// expected-error @+1 {{expected 'prefetch_gathers' to have no value, up to 3 numbers from 1 to 1099511627776 positions, or off}}
func.func private @long_list() attributes {weft.lowering_config = #weft.lowering_config<prefetch_gathers = [1, 2, 3, 4]>}

// -----

// expected-error @+1 {{expected 'widen_tiles' to have no value, or off}}
func.func private @list() attributes {weft.lowering_config = #weft.lowering_config<widen_tiles = [1, 2]>}

// -----

// expected-error @+1 {{expected a tensor or a role}}
func.func private @name() attributes {a = #weft.array_name<>}

// -----

// expected-error @+1 {{expected names that are not empty}}
func.func private @name() attributes {a = #weft.array_name<tensor = "w", role = "">}
