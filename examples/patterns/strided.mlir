// A schedule for a program of patterns: the elements of each sum are divided among
// eight lanes.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %sums = transform.structured.match ops{["pattern.reduce"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %lanes = transform.pattern.stride_reduce %sums "8"
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
