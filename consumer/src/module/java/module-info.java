module com.example.consumer {
    requires io.headrace.all;
}
